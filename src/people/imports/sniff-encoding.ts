import { AppError } from '../../platform/kernel/app-error.ts';
import type { Encoding } from './import.ts';
import { characterOf, SINGLE_BYTE, type SingleByte } from './single-byte.ts';

/** Croatian letters in UTF-8; read as Windows-1250 they are pairs that occur in no word, such as `Ä‡`. */
const UTF8_LETTERS = /\xc4[\x86\x87\x8c\x8d\x90\x91]|\xc5[\xa0\xa1\xbd\xbe]/;
/** Bytes that Windows-1250 leaves undefined. */
const UNDEFINED_1250 = [0x81, 0x83, 0x88, 0x90, 0x98];

interface Sniffed {
  readonly encoding: Encoding;
  /** Others that give nearly as likely names, and others names. */
  readonly rivals: readonly SingleByte[];
}

/** Detects a file's encoding as its bytes pass. */
export interface EncodingSniffer {
  see(chunk: Buffer): void;
  /** @throws AppError `imports.encoding` (422) for what is no text in UTF-8 or one of the single-byte encodings */
  decide(): Sniffed;
}

export function encodingSniffer(): EncodingSniffer {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const seen = upperBytes();
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  let looksLikeBrokenUtf8 = false;
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
      const bytes = chunk.toString('latin1');
      size += chunk.length;
      nuls += countNuls(bytes);
      looksLikeBrokenUtf8 ||= UTF8_LETTERS.test(bytes);
      tryUtf8(chunk);
      seen.add(chunk);
    },
    decide: () => {
      tryUtf8();
      if (nuls * 8 > size) throw notText();
      if (isUtf8) return { encoding: 'utf-8', rivals: [] };
      // One broken letter must not turn all the others into garbage.
      if (looksLikeBrokenUtf8 || head.equals(UTF8_MARK)) throw notText();
      return likeliest(seen.counts);
    },
  };
}

/** UTF-16 by its mark, or by a NUL in every other byte of its beginning, as headings have. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(Math.min(head.length, 64) / 2);
  if (pairs < 4) return undefined;
  const nuls = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (head[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [first = 0, second = 0] = nuls;
  if (second > pairs * 0.7 && first === 0) return 'utf-16le';
  return first > pairs * 0.7 && second === 0 ? 'utf-16be' : undefined;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Pictures have many. A few in a text are faults of single rows, which are reported there. */
const countNuls = (bytes: string): number => (bytes.includes('\0') ? bytes.split('\0').length - 1 : 0);

const notText = () => new AppError('imports.encoding');

/** What stands before a byte tells a letter within a name from its first one. */
const AFTER = { nothing: 0, small: 1, capital: 2, unknown: 3 } as const;

/** How often each byte from 0x80 on follows what, at `128 * after + byte - 128`. */
function upperBytes() {
  const counts = new Uint32Array(4 * 128);
  let after: number = AFTER.nothing;
  return {
    counts,
    add: (chunk: Buffer): void => {
      for (const byte of chunk) {
        if (byte >= 0x80) {
          const index = 128 * after + byte - 128;
          counts[index] = (counts[index] ?? 0) + 1;
          after = AFTER.unknown;
        } else if (byte >= 0x61 && byte <= 0x7a) after = AFTER.small;
        else after = byte >= 0x41 && byte <= 0x5a ? AFTER.capital : AFTER.nothing;
      }
    },
  };
}

/** What a rival's letters may weigh, as a part of the winner's, before somebody is asked. */
const CLOSE = 0.5;
/** A guess other than the usual encoding needs this much more. */
const AHEAD = 5;

/** The encoding in which the bytes are letters of Croatian names, where such letters stand. */
function likeliest(counts: Uint32Array): Sniffed {
  const all = SINGLE_BYTE.map((encoding) => weigh(encoding, counts)).sort((one, other) => other.weight - one.weight);
  const usual = all.find(({ encoding }) => encoding === 'windows-1250');
  const [first] = all;
  const ahead = first && usual && first.letters > 0 && first.weight >= usual.weight + AHEAD ? first : usual;
  if (ahead === undefined || usual === undefined || ahead.weight <= 0) throw notText();
  // A single letter is no proof: `Jäger` in the usual encoding has a š in another one.
  const isGuess = ahead !== usual && ahead.letters < 2;
  const best = isGuess && usual.weight > 0 ? usual : ahead;
  const isRival = (one: Weighed) =>
    isGuess ? one === usual || one === ahead : one.letters > 0 && one.weight >= best.weight * CLOSE;
  const rivals = all.filter((one) => one !== best && isRival(one) && !readsAlike(one.encoding, best.encoding, counts));
  return { encoding: best.encoding, rivals: rivals.map(({ encoding }) => encoding) };
}

interface Weighed {
  readonly encoding: SingleByte;
  readonly weight: number;
  /** Different Croatian letters. */
  readonly letters: number;
}

function weigh(encoding: SingleByte, counts: Uint32Array): Weighed {
  const letters = new Set<string>();
  let weight = 0;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const byte = (index % 128) + 128;
    const character = characterOf(encoding, byte);
    const isMissing = encoding === 'windows-1250' && UNDEFINED_1250.includes(byte);
    const one = isMissing ? -30 : weightOf(character, Math.floor(index / 128));
    if (CROATIAN.test(character) && one > 0) letters.add(character);
    weight += one * count;
  }
  return { encoding, weight, letters: letters.size };
}

const CROATIAN = /[čćžšđČĆŽŠĐ]/;
const USUAL_SIGNS = /[\xa0–—„“”‘’‚…€•°§«»]/;

/** How likely a character is in a list of names, by what stands before it. A capital stands within no name. */
function weightOf(character: string, after: number): number {
  const isCapital = /\p{Lu}/u.test(character);
  if (CROATIAN.test(character)) {
    if (isCapital) return after === AFTER.small ? -6 : after === AFTER.unknown ? 3 : 10;
    return after === AFTER.small ? 10 : after === AFTER.nothing ? 3 : 8;
  }
  if (/\p{L}/u.test(character)) return isCapital && after === AFTER.small ? -8 : 1;
  if (USUAL_SIGNS.test(character)) return 1;
  return /\p{Cc}|\xad/u.test(character) ? -30 : -10;
}

/** Whether two encodings give the same text. */
const readsAlike = (one: SingleByte, other: SingleByte, counts: Uint32Array): boolean =>
  counts.every((count, index) => {
    const byte = (index % 128) + 128;
    return count === 0 || characterOf(one, byte) === characterOf(other, byte);
  });
