import { inflateSync } from 'node:zlib';

const LONGEST_DICTIONARY = 64 * 1024;
const MEBI = 1024 * 1024;
/** A small file can hold streams that inflate endlessly, a large one a million that inflate to nothing. */
const MOST_INFLATED = { each: 16 * MEBI, together: 64 * MEBI };
const COST_OF_ANY = 4 * 1024;

export interface PdfObjects {
  /** An object's text without streams; empty when not found. */
  get(number: number): string;
}

/**
 * Finds objects by scanning: plain bytes first, then object streams (ISO 32000-2 §7.5.7), newest first, since a PDF is changed
 * by appending. It needs only two objects, so it does not read the offset tables. Each search is one pass.
 */
export function pdfObjects(bytes: Buffer): PdfObjects {
  let streams: ObjectStream[] | undefined;
  return {
    get: (number) => {
      const plain = plainObject(bytes, number);
      if (plain !== undefined) return plain;
      streams ??= [...objectStreams(bytes)].reverse();
      for (const stream of streams) {
        const packed = packedObject(stream, number);
        if (packed !== undefined) return packed;
      }
      return '';
    },
  };
}

function plainObject(bytes: Buffer, number: number): string | undefined {
  const name = `${number} 0 obj`;
  for (let at = bytes.lastIndexOf(name); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(name, at - 1)) {
    if (at === 0 || !isDigit(bytes[at - 1] ?? 0)) return dictionaryAt(bytes, at);
  }
  return undefined;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The text from `at` to the end of the object or the start of its stream. */
export function dictionaryAt(bytes: Buffer, at: number): string {
  if (at < 0) return '';
  const text = bytes.toString('latin1', at, at + LONGEST_DICTIONARY);
  const end = text.search(/endobj|stream|startxref/);
  return end < 0 ? text : text.slice(0, end);
}

interface ObjectStream {
  readonly dictionary: string;
  readonly text: string;
}

/** Every object stream in file order, until they exceed the limit together. */
function* objectStreams(bytes: Buffer): Generator<ObjectStream> {
  let room = MOST_INFLATED.together;
  for (const { dictionary, body } of streamsIn(bytes)) {
    if (!dictionary.includes('/ObjStm')) continue;
    const text = contentOf(dictionary, body);
    room -= Math.max(text?.length ?? MOST_INFLATED.each, COST_OF_ANY); // a failing one may have cost as much as allowed
    if (room < 0) return;
    if (text !== undefined) yield { dictionary, text };
  }
}

/** Streams with their dictionaries. Each search resumes where the previous ended, so no byte is scanned twice. */
function* streamsIn(bytes: Buffer): Generator<{ dictionary: string; body: Buffer }> {
  let content = -1;
  let from = bytes.indexOf(' obj');
  while (from >= 0) {
    if (content < from) content = bytes.indexOf('stream', from);
    if (content < 0) return;
    const next = bytes.indexOf(' obj', from + 1);
    if (next >= 0 && next < content) {
      from = next; // an object without a stream
      continue;
    }
    const begin = content + 'stream'.length + (bytes[content + 'stream'.length] === 0x0d ? 2 : 1);
    const end = bytes.indexOf('endstream', begin);
    if (end < 0) return;
    const dictionary = bytes.toString('latin1', Math.max(from, content - LONGEST_DICTIONARY), content);
    yield { dictionary, body: bytes.subarray(begin, end) };
    content = -1;
    from = bytes.indexOf(' obj', end);
  }
}

function contentOf(dictionary: string, body: Buffer): string | undefined {
  if (!dictionary.includes('/FlateDecode')) return body.toString('latin1');
  try {
    const options = { maxOutputLength: MOST_INFLATED.each, finishFlush: 2 }; // 2: Z_SYNC_FLUSH, bytes may follow
    return inflateSync(body, options).toString('latin1');
  } catch {
    return undefined;
  }
}

/** Pairs of number and offset come first, then the objects. */
function packedObject({ dictionary, text }: ObjectStream, wanted: number): string | undefined {
  const first = Number(/\/First\s+(\d{1,9})/.exec(dictionary)?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) return undefined;
  const figures = text.slice(0, first).matchAll(/\d{1,9}/g);
  const figure = () => Number(figures.next().value?.[0]);
  for (;;) {
    const [number, offset] = [figure(), figure()];
    if (Number.isNaN(offset)) return undefined;
    if (number !== wanted) continue;
    figure(); // the number of the next object, which begins where this one ends
    const next = figure() || Number.POSITIVE_INFINITY;
    return text.slice(first + offset, first + Math.min(next, offset + LONGEST_DICTIONARY));
  }
}
