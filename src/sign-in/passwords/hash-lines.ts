import { BreachListError, DIGEST_BYTES } from './breach-list-format.ts';

const HEX_DIGITS = 40;
const DIGEST = HEX_DIGITS / 2;
/** A hash, a colon and a count of fifteen digits, with CR. */
const LONGEST_LINE = HEX_DIGITS + 17;
const [NEWLINE, RETURN, COLON, ZERO, NINE] = [10, 13, 58, 48, 57];
const NO_DIGIT = 255;

const VALUES = new Uint8Array(256).fill(NO_DIGIT);
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const spelled of [digit, digit.toUpperCase()]) VALUES[spelled.charCodeAt(0)] = value;

export interface HashLines {
  /** The truncated digests of the lines that end in this chunk, ascending. Padding lines yield none. */
  read(piece: Buffer): Buffer;
  /** Reads the last line, which may lack its line end. */
  end(): Buffer;
  /** Continues with another file, whose hashes lack the first digits (`prefix`), which are its name. */
  startFile(name: string, prefix?: string): void;
}

/**
 * Reads lines `HASH:COUNT` in ascending order across all files. Buffers at most one line.
 * @throws BreachListError naming a garbled, unordered or duplicate line
 */
export function hashLines(): HashLines {
  const nibbles = new Uint8Array(HEX_DIGITS);
  const digest = Buffer.alloc(DIGEST);
  const previous = Buffer.alloc(DIGEST);
  let isFirst = true;
  let file = '';
  let given = 0; // digits taken from the name of the file
  let line = 0;
  let rest = Buffer.alloc(0);

  const wrong = (what: string) => new BreachListError(`${file}, line ${line}: ${what}`);

  function parse(bytes: Buffer, from: number, to: number): boolean {
    const colon = from + HEX_DIGITS - given;
    if (to <= colon + 1 || to - from > LONGEST_LINE || bytes[colon] !== COLON) throw garbled();
    for (let at = from, index = given; at < colon; at++, index++) {
      const value = VALUES[bytes[at] as number] as number; // within the buffer and the table
      if (value === NO_DIGIT) throw garbled();
      nibbles[index] = value;
    }
    let isCounted = false;
    for (let at = colon + 1; at < to; at++) {
      const digit = bytes[at] as number;
      if (digit < ZERO || digit > NINE) throw garbled();
      if (digit !== ZERO) isCounted = true;
    }
    return isCounted;
  }

  const garbled = () =>
    wrong(given === 0 ? 'is not HASH:COUNT with a SHA-1 of 40 digits' : 'is not SUFFIX:COUNT with 35 digits');

  /** Whether the truncated digest is new and must be kept. */
  function isNext(): boolean {
    for (let at = 0; at < DIGEST; at++)
      digest[at] = ((nibbles[2 * at] as number) << 4) | (nibbles[2 * at + 1] as number); // both below 40
    const order = isFirst ? 1 : digest.compare(previous);
    if (order === 0) throw wrong('this hash is there twice');
    if (order < 0) throw wrong('the hashes are not sorted: this one is smaller than the one before');
    const isNew = isFirst || digest.compare(previous, 0, DIGEST_BYTES, 0, DIGEST_BYTES) !== 0;
    isFirst = false;
    digest.copy(previous);
    return isNew;
  }

  function take(bytes: Buffer, from: number, to: number, kept: Buffer, length: number): number {
    line++;
    const end = to > from && bytes[to - 1] === RETURN ? to - 1 : to;
    // Ranges are padded with hashes that were never seen.
    if (!parse(bytes, from, end) || !isNext()) return length;
    digest.copy(kept, length, 0, DIGEST_BYTES);
    return length + DIGEST_BYTES;
  }

  const roomFor = (bytes: number) => Buffer.allocUnsafe((Math.floor(bytes / (HEX_DIGITS - given)) + 1) * DIGEST_BYTES);

  return {
    read: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const kept = roomFor(bytes.length);
      let length = 0;
      let from = 0;
      for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
        length = take(bytes, from, to, kept, length);
        from = to + 1;
      }
      rest = Buffer.from(bytes.subarray(from));
      if (rest.length > LONGEST_LINE) {
        line++;
        throw garbled();
      }
      return kept.subarray(0, length);
    },
    end: () => {
      const last = rest;
      rest = Buffer.alloc(0);
      if (last.length === 0) return last;
      const kept = roomFor(last.length);
      return kept.subarray(0, take(last, 0, last.length, kept, 0));
    },
    startFile: (name, prefix = '') => {
      [file, given, line] = [name, prefix.length, 0];
      for (let index = 0; index < given; index++) nibbles[index] = VALUES[prefix.charCodeAt(index)] as number; // the name was checked
    },
  };
}
