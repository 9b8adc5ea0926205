/** One part of a form. Without `filename` it is a field, not a file. */
export interface FormPart {
  readonly bytes: Buffer | string;
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
}

export interface FormBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

const BOUNDARY = 'granica-0123456789';

/** A form as a client sends it (RFC 7578). */
export function formBody(parts: readonly FormPart[]): FormBody {
  const pieces = parts.flatMap(({ bytes, name = 'file', filename, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
