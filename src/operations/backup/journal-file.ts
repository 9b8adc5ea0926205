import { copyFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably, writeWhole } from '../../platform/files/durable-writes.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** The state of something, read at or shortly before `at`. */
export interface StateEntry {
  readonly kind: string;
  readonly key: string;
  readonly at: Instant;
  /** The state; named so in the format of the file. */
  readonly word: unknown;
}

/** Every change committed by that time is in the journal. */
interface Through {
  readonly through: Instant;
}

/** The first line: the name of the journal, by which its copies are named. */
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
  /** That of the last line, to which the next one is bound. */
  readonly mac: string;
  /** The first line that is forged or out of place; it and all later ones are ignored. */
  readonly faultAt: number | undefined;
  /** A crash left the last line incomplete. */
  readonly isTorn: boolean;
}

export const journalPath = (dataDir: string): string => join(dataDir, 'journal.jsonl');

const keyOf = ({ kind, key }: StateEntry): string => `${kind} ${key}`;

/** Binds each line to all lines before it. The HMAC key is in every backup and is never rotated. */
const macOf = (keys: Keyring, before: string, entry: Entry): string =>
  keys.hmac('journal', `${before}\n${JSON.stringify(entry)}`).toString('base64url');

/** Empty if there is no file. */
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

/** The lines of `entries`, to follow the line with `mac`. */
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
  /** Durable once it resolves. Returns the text that was written. */
  append(states: readonly StateEntry[], through: Instant | undefined): Promise<string>;
  through(): Instant | undefined;
  /** Removes outdated states. */
  compact(): Promise<void>;
  /** Whether compacting is worthwhile. */
  isLong(): boolean;
}

/** Up to this many lines compacting is not worthwhile. */
const SHORT = 2000;

/** Whether its first line is not of this store. */
export const isForeignJournal = async (path: string, keys: Keyring): Promise<boolean> =>
  (await readJournal(path, keys)).faultAt === 1;

/**
 * Opens the journal for appending. One of another store is moved aside; of a damaged one the intact lines go on, and the whole of it
 * is kept beside: what is damaged for these keys may be read by others.
 */
export async function openJournal(path: string, keys: Keyring): Promise<JournalFile> {
  let found = await readJournal(path, keys);
  if (found.faultAt === 1) {
    await rename(path, `${path}.of-another-store-${opaqueId()}`);
    found = await readJournal(path, keys);
  } else if (found.faultAt !== undefined) await copyFile(path, `${path}.damaged-${opaqueId()}`);
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
