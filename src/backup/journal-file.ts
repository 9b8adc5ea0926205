import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably } from '../files/append-durably.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { Instant } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { Keyring } from '../keys/keyring.ts';

/** How something stood, read at or a little before `at`. */
export interface JournalWord {
  readonly kind: string;
  readonly key: string;
  readonly at: Instant;
  readonly word: unknown;
}

/** Whatever had been committed by then is in the journal. */
interface Through {
  readonly through: Instant;
}

/** The first line: the name under which copies of the journal lie elsewhere. */
interface Title {
  readonly journal: string;
}

type Entry = JournalWord | Through | Title;

/** A journal as read from its file. */
export interface ReadJournal {
  readonly name: string | undefined;
  /** The last word on everything. */
  readonly words: ReadonlyMap<string, JournalWord>;
  readonly through: Instant | undefined;
  readonly lines: number;
  /** Of the last line, which the next one is bound to. */
  readonly mac: string;
  /** The first line that is not ours or not in its place; what follows is left out. */
  readonly faultAt: number | undefined;
  /** A crash left the last line incomplete. */
  readonly isTorn: boolean;
}

export const journalPath = (dataDir: string): string => join(dataDir, 'journal.jsonl');

const keyOf = ({ kind, key }: JournalWord): string => `${kind} ${key}`;

/** Each line is bound to all before it. The HMAC key is in every backup, and no rotation replaces it. */
const macOf = (keys: Keyring, before: string, entry: Entry): string =>
  keys.hmac('journal', `${before}\n${JSON.stringify(entry)}`).toString('base64url');

/** Empty where there is no file. */
export async function readJournal(path: string, keys: Keyring): Promise<ReadJournal> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const rows = text.split('\n');
  const isTorn = rows.pop() !== '';
  const words = new Map<string, JournalWord>();
  let read: Pick<ReadJournal, 'name' | 'through' | 'mac'> = { name: undefined, through: undefined, mac: '' };
  for (const [index, row] of rows.entries()) {
    const entry = openLine(keys, read.mac, row);
    if (entry === undefined) return { ...read, words, lines: index, faultAt: index + 1, isTorn };
    read = { ...read, mac: macOf(keys, read.mac, entry) };
    if ('word' in entry) words.set(keyOf(entry), entry);
    else if ('through' in entry) read = { ...read, through: entry.through };
    else read = { ...read, name: entry.journal };
  }
  return { ...read, words, lines: rows.length, faultAt: undefined, isTorn };
}

function openLine(keys: Keyring, before: string, row: string): Entry | undefined {
  try {
    const { entry, mac } = JSON.parse(row) as { entry: Entry; mac: string };
    return mac === macOf(keys, before, entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Lines that take the place of `entries`, after the line with `mac`. */
function sealLines(keys: Keyring, entries: readonly Entry[], mac: string): { text: string; mac: string } {
  let last = mac;
  const rows = entries.map((entry) => {
    last = macOf(keys, last, entry);
    return `${JSON.stringify({ entry, mac: last })}\n`;
  });
  return { text: rows.join(''), mac: last };
}

/** This process's own journal, opened for writing. */
export interface JournalFile {
  readonly name: string;
  /** Durable once it resolves. Returns what was written. */
  append(words: readonly JournalWord[], through: Instant | undefined): Promise<string>;
  through(): Instant | undefined;
  /** Forgets every word that is not the last one. */
  compact(): Promise<void>;
  /** Whether there are words that are not the last ones. */
  isLong(): boolean;
}

/** Below that many lines nobody gains by compacting. */
const SHORT = 2000;

/** A file that was damaged or torn begins anew with what is sound in it. */
export async function openJournal(path: string, keys: Keyring): Promise<JournalFile> {
  const found = await readJournal(path, keys);
  const name = found.name ?? opaqueId();
  let { through, mac: end, lines } = found;
  let known = new Set(found.words.keys());
  const compact = async (): Promise<void> => {
    const sound = await readJournal(path, keys);
    const entries: Entry[] = [{ journal: name }, ...sound.words.values()];
    if (through !== undefined) entries.push({ through });
    const { text, mac } = sealLines(keys, entries, '');
    await writeWhole(path, text);
    [end, lines] = [mac, entries.length];
    known = new Set(sound.words.keys());
  };
  if (found.name === undefined || found.isTorn || found.faultAt !== undefined) await compact();
  return {
    name,
    through: () => through,
    isLong: () => lines > SHORT && lines > 2 * known.size,
    compact,
    append: async (words, newThrough) => {
      const entries: Entry[] = [...words];
      if (newThrough !== undefined) entries.push({ through: newThrough });
      const { text, mac } = sealLines(keys, entries, end);
      await appendDurably(path, text);
      [end, lines] = [mac, lines + entries.length];
      for (const word of words) known.add(keyOf(word));
      through = newThrough ?? through;
      return text;
    },
  };
}
