import { deflateSync } from 'node:zlib';

/** An object: its text, or a dictionary with the bytes of its stream. */
export type PdfBody = string | { readonly entries: string; readonly stream: Buffer };

interface Place {
  readonly type: 1 | 2;
  /** The offset and generation; of a packed object its stream and index. */
  readonly fields: readonly [number, number];
}

export interface EndOfPdf {
  readonly root?: string;
  /** More entries of the trailer. */
  readonly entries?: string;
}

/** How strings and streams of an object are encrypted. */
export type PdfCipher = (bytes: Buffer, number: number, generation: number) => Buffer;

/** Writes PDFs part by part, valid or not, so that a test knows what is in them. Offsets are kept from one `end…` to the next. */
export class PdfWriter {
  readonly #parts: Buffer[] = [];
  #length = 0;
  #places = new Map<number, Place>();
  #size = 1;
  #previous: number | undefined;
  readonly #cipher: PdfCipher;

  constructor({
    header = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n',
    cipher = (bytes) => bytes,
  }: { header?: string; cipher?: PdfCipher } = {}) {
    this.raw(header);
    this.#cipher = cipher;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  raw(text: string | Buffer): this {
    const part = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
    this.#parts.push(part);
    this.#length += part.length;
    return this;
  }

  object(number: number, body: PdfBody, { generation = 0, end = '\nendobj\n', separator = ' ' } = {}): this {
    this.#place(number, { type: 1, fields: [this.length, generation] });
    this.raw(`${number}${separator}${generation}${separator}obj\n`);
    if (typeof body === 'string') return this.raw(body + end);
    const stream = this.#cipher(body.stream, number, generation);
    this.raw(`<< ${body.entries} /Length ${stream.length} >>\nstream\n`);
    return this.raw(stream).raw(`\nendstream${end}`);
  }

  /** Objects in an object stream (ISO 32000-2 §7.5.7). */
  packed(number: number, objects: Readonly<Record<number, string>>): this {
    let offset = 0;
    const pairs: string[] = [];
    for (const [index, [name, text]] of Object.entries(objects).entries()) {
      this.#place(Number(name), { type: 2, fields: [number, index] });
      pairs.push(`${name} ${offset}`);
      offset += text.length + 1;
    }
    const head = `${pairs.join(' ')} `;
    const stream = deflateSync(Buffer.from(head + Object.values(objects).join(' '), 'latin1'));
    const entries = `/Type /ObjStm /N ${pairs.length} /First ${head.length} /Filter /FlateDecode`;
    return this.object(number, { entries, stream });
  }

  /** A table of what was written since the last end, and its trailer. */
  endWithTable({ root = '1 0 R', entries = '' }: EndOfPdf = {}): this {
    const start = this.length;
    const places = [...this.#places].sort(([a], [b]) => a - b);
    this.raw(`xref\n0 1\n0000000000 65535 f \n`);
    for (const [number, { fields }] of places)
      this.raw(`${number} 1\n${String(fields[0]).padStart(10, '0')} ${String(fields[1]).padStart(5, '0')} n \n`);
    const previous = this.#previous === undefined ? '' : ` /Prev ${this.#previous}`;
    this.raw(`trailer\n<< /Size ${this.#size} /Root ${root}${previous} ${entries} >>\n`);
    return this.#end(start);
  }

  /** A cross-reference stream (§7.5.8), never encrypted. */
  endWithStream(number: number, { root = '1 0 R', entries = '' }: EndOfPdf = {}): this {
    const start = this.length;
    this.#place(number, { type: 1, fields: [start, 0] });
    const places = [...this.#places].sort(([a], [b]) => a - b);
    const rows = places.map(([, { type, fields }]) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(type, 0);
      row.writeUInt32BE(fields[0], 1);
      row.writeUInt16BE(fields[1], 5);
      return row;
    });
    const stream = deflateSync(Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 255, 255]), ...rows]));
    const index = ['0 1', ...places.map(([name]) => `${name} 1`)].join(' ');
    const previous = this.#previous === undefined ? '' : ` /Prev ${this.#previous}`;
    this.raw(
      `${number} 0 obj\n<< /Type /XRef /Size ${this.#size} /Root ${root} /W [1 4 2] /Index [${index}]${previous} ${entries}` +
        ` /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`,
    );
    return this.raw(stream).raw('\nendstream\nendobj\n').#end(start);
  }

  #place(number: number, place: Place): void {
    this.#places.set(number, place);
    this.#size = Math.max(this.#size, number + 1);
  }

  #end(start: number): this {
    this.#places = new Map();
    this.#previous = start;
    return this.raw(`startxref\n${start}\n%%EOF\n`);
  }
}

/** References to numbers, as an array has them. */
export const references = (numbers: readonly number[], generation = 0): string =>
  numbers.map((number) => `${number} ${generation} R`).join(' ');

export const pageOf = (parent: number, entries = ''): string =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 200 200] ${entries} >>`;
