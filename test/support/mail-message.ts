/** One part of a message (RFC 2045), parsed by hand so that the sender's library is not tested by itself. */
export interface MimePart {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly parts: readonly MimePart[];
}

export function parseMessage(raw: string): MimePart {
  const lines = raw.replaceAll('\r\n', '\n');
  const end = lines.indexOf('\n\n');
  const headers = parseHeaders(end < 0 ? lines : lines.slice(0, end));
  const body = end < 0 ? '' : lines.slice(end + 2);
  const contentType = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  return {
    type: (contentType.split(';')[0] ?? '').trim().toLowerCase(),
    headers,
    body,
    parts: boundary === undefined ? [] : splitParts(body, boundary).map(parseMessage),
  };
}

/** The decoded text of a part (RFC 2045 §6). */
export function textOf({ headers, body }: MimePart): string {
  const encoding = (headers['content-transfer-encoding'] ?? '7bit').toLowerCase();
  if (encoding === 'base64') return asText(Buffer.from(body, 'base64'));
  if (encoding === 'quoted-printable') return asText(quotedPrintable(body.replace(/=[ \t]*\n/g, '')));
  return asText(Buffer.from(body));
}

function parseHeaders(block: string): Record<string, string> {
  const unfolded = block.replace(/\n(?=[ \t])/g, '').split('\n');
  const pairs = unfolded.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`The header ${twice} stands twice`);
  return Object.fromEntries(pairs);
}

const splitParts = (body: string, boundary: string): string[] =>
  `\n${body}`
    .split(`\n--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^[^\n]*\n/, ''));

/** Encoded words of RFC 2047; white space between two of them is not part of the text (§6.2). */
function decodeWords(value: string): string {
  const joined = value.replace(/(\?=)\s+(?==\?)/g, '$1');
  const words = /=\?utf-8\?([bq])\?([^?]*)\?=/gi;
  // Joins adjacent words as bytes, since a character may be split between them.
  return joined.replace(new RegExp(`(?:${words.source})+`, 'gi'), (run) =>
    Buffer.concat(
      [...run.matchAll(words)].map(([, kind = '', data = '']) =>
        kind.toLowerCase() === 'b' ? Buffer.from(data, 'base64') : quotedPrintable(data.replaceAll('_', ' ')),
      ),
    ).toString(),
  );
}

function quotedPrintable(text: string): Buffer {
  const pieces = text.split(/(=[0-9a-f]{2})/i);
  return Buffer.concat(
    pieces.map((piece) => (/^=[0-9a-f]{2}$/i.test(piece) ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  );
}

const asText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
