import { AppError } from '../../platform/kernel/app-error.ts';
import type { Encoding } from './import.ts';
import { importErrors } from './imports-errors.ts';

/** Croatian letters in UTF-8; read as Windows-1250 they are pairs that occur in no word, such as `Ä‡`. */
const UTF8_LETTERS = /\xc4[\x86\x87\x8c\x8d\x90\x91]|\xc5[\xa0\xa1\xbd\xbe]/;
/** Bytes that Windows-1250 leaves undefined. */
const NOT_1250 = /[\x81\x83\x88\x90\x98]/;

/** Detects a file's encoding as its bytes pass. */
export interface EncodingSniffer {
  /** @throws AppError `imports.encoding` (422) for anything but UTF-8 or single-byte text */
  see(chunk: Buffer): void;
  /** @throws AppError `imports.encoding` (422) */
  decide(): Encoding;
}

export function encodingSniffer(): EncodingSniffer {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  let looksLikeBrokenUtf8 = false;
  let is1250 = true;
  let size = 0;
  let nuls = 0;
  const tryUtf8 = (chunk?: Buffer) => {
    if (!isUtf8) return;
    try {
      utf8.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    see: (chunk) => {
      if (head.length < 3) head = Buffer.concat([head, chunk.subarray(0, 3)]).subarray(0, 3);
      if (isUtf16(head)) throw notText();
      const bytes = chunk.toString('latin1');
      size += chunk.length;
      nuls += countNuls(bytes);
      is1250 &&= !NOT_1250.test(bytes);
      looksLikeBrokenUtf8 ||= UTF8_LETTERS.test(bytes);
      tryUtf8(chunk);
    },
    decide: () => {
      tryUtf8();
      if (nuls * 8 > size) throw notText();
      if (isUtf8) return 'utf-8';
      // One broken letter must not turn all the others into garbage.
      if (!is1250 || looksLikeBrokenUtf8 || head.equals(UTF8_MARK)) throw notText();
      return 'windows-1250';
    },
  };
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** UTF-16 without a mark and pictures have many. A few in a text are faults of single rows, which are told there. */
const countNuls = (bytes: string): number => (bytes.includes('\0') ? bytes.split('\0').length - 1 : 0);

const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const notText = () => new AppError(importErrors['imports.encoding']);
