import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const LONGEST_DICTIONARY = 64 * 1024;
const MEBI = 1024 * 1024;
/** A small file can hold streams that inflate without end. */
const MOST_INFLATED = { each: 16 * MEBI, together: 64 * MEBI };

const inflated = promisify(inflate) as (bytes: Buffer, options: object) => Promise<Buffer>;

export interface PdfObjects {
  /** The text of an object, streams left out; empty when it is not found. */
  get(number: number): Promise<string>;
}

/**
 * Objects found by looking for them: in plain bytes first, then inside object streams (ISO 32000-2 §7.5.7), the newest
 * first, since a PDF is changed by adding to its end. Tables of offsets are not needed for the two that are asked for.
 */
export function pdfObjects(bytes: Buffer): PdfObjects {
  let packed: Promise<ReadonlyMap<number, string>> | undefined;
  return {
    get: async (number) => {
      const plain = plainObject(bytes, number);
      if (plain !== undefined) return plain;
      packed ??= packedObjects(bytes);
      return (await packed).get(number) ?? '';
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

/** The text from there to the end of its object or the begin of its stream. */
export function dictionaryAt(bytes: Buffer, at: number): string {
  if (at < 0) return '';
  const text = bytes.toString('latin1', at, at + LONGEST_DICTIONARY);
  const end = text.search(/endobj|stream|startxref/);
  return end < 0 ? text : text.slice(0, end);
}

async function packedObjects(bytes: Buffer): Promise<ReadonlyMap<number, string>> {
  const objects = new Map<number, string>();
  let total = 0;
  for (let at = bytes.indexOf('/ObjStm'); at >= 0; at = bytes.indexOf('/ObjStm', at + 1)) {
    const content = await streamAround(bytes, at).catch(() => undefined);
    total += content?.text.length ?? 0;
    if (total > MOST_INFLATED.together) break;
    for (const [number, text] of content === undefined ? [] : unpacked(content)) objects.set(number, text);
  }
  return objects;
}

interface ObjectStream {
  readonly dictionary: string;
  readonly text: string;
}

async function streamAround(bytes: Buffer, at: number): Promise<ObjectStream | undefined> {
  const start = bytes.lastIndexOf(' obj', at);
  const dictionary = dictionaryAt(bytes, start);
  const content = bytes.indexOf('stream', at);
  const end = bytes.indexOf('endstream', content);
  if (start < 0 || content < 0 || end < 0) return undefined;
  const from = content + 'stream'.length + (bytes[content + 'stream'.length] === 0x0d ? 2 : 1);
  const body = bytes.subarray(from, end);
  const text = /\/FlateDecode/.test(dictionary)
    ? await inflated(body, { maxOutputLength: MOST_INFLATED.each, finishFlush: 2 }) // 2: Z_SYNC_FLUSH, bytes may follow
    : body;
  return { dictionary, text: text.toString('latin1') };
}

/** Pairs of number and offset come first, then the objects. */
function unpacked({ dictionary, text }: ObjectStream): [number, string][] {
  const first = Number(/\/First\s+(\d{1,9})/.exec(dictionary)?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) return [];
  const figures = (text.slice(0, first).match(/\d{1,9}/g) ?? []).map(Number);
  const pairs = Array.from({ length: figures.length >> 1 }, (_none, place) => [
    figures[2 * place] ?? 0,
    figures[2 * place + 1] ?? 0,
  ]);
  return pairs.map(([number = 0, offset = 0], place) => {
    const next = pairs[place + 1]?.[1];
    const end = first + Math.min(next ?? Number.POSITIVE_INFINITY, offset + LONGEST_DICTIONARY);
    return [number, text.slice(first + offset, end)];
  });
}
