import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably } from '../files/append-durably.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { Instant } from '../kernel/clock.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { Keyring } from '../keys/keyring.ts';

/** How something stood, read at or a little before `at`. */
export interface StateEntry {
  readonly kind: string;
  readonly key: string;
  readonly at: Instant;
  /** The state; its name is that of the file's format. */
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

type Entry = StateEntry | Through | Title;

/** A journal as read from its file. */
export interface ReadJournal {
  readonly name: string | undefined;
  /** The last state of everything. */
  readonly states: ReadonlyMap<string, StateEntry>;
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

const keyOf = ({ kind, key }: StateEntry): string => `${kind} ${key}`;

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
  const states = new Map<string, StateEntry>();
  let read: Pick<ReadJournal, 'name' | 'through' | 'mac'> = { name: undefined, through: undefined, mac: '' };
  for (const [index, row] of rows.entries()) {
    const entry = openLine(keys, read.mac, row);
    if (entry === undefined) return { ...read, states, lines: index, faultAt: index + 1, isTorn };
    read = { ...read, mac: macOf(keys, read.mac, entry) };
    if ('word' in entry) states.set(keyOf(entry), entry);
    else if ('through' in entry) read = { ...read, through: entry.through };
    else read = { ...read, name: entry.journal };
  }
  return { ...read, states, lines: rows.length, faultAt: undefined, isTorn };
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
  append(states: readonly StateEntry[], through: Instant | undefined): Promise<string>;
  through(): Instant | undefined;
  /** Forgets every state that is not the last one. */
  compact(): Promise<void>;
  /** Whether there are states that are not the last ones. */
  isLong(): boolean;
}

/** Below that many lines nobody gains by compacting. */
const SHORT = 2000;

/** A file that was damaged or torn begins anew with what is sound in it. */
export async function openJournal(path: string, keys: Keyring): Promise<JournalFile> {
  const found = await readJournal(path, keys);
  const name = found.name ?? opaqueId();
  let { through, mac: end, lines } = found;
  let known = new Set(found.states.keys());
  const compact = async (): Promise<void> => {
    const sound = await readJournal(path, keys);
    const entries: Entry[] = [{ journal: name }, ...sound.states.values()];
    if (through !== undefined) entries.push({ through });
    const { text, mac } = sealLines(keys, entries, '');
    await writeWhole(path, text);
    [end, lines] = [mac, entries.length];
    known = new Set(sound.states.keys());
  };
  if (found.name === undefined || found.isTorn || found.faultAt !== undefined) await compact();
  return {
    name,
    through: () => through,
    isLong: () => lines > SHORT && lines > 2 * known.size,
    compact,
    append: async (states, newThrough) => {
      const entries: Entry[] = [...states];
      if (newThrough !== undefined) entries.push({ through: newThrough });
      const { text, mac } = sealLines(keys, entries, end);
      await appendDurably(path, text);
      [end, lines] = [mac, lines + entries.length];
      for (const state of states) known.add(keyOf(state));
      through = newThrough ?? through;
      return text;
    },
  };
}
