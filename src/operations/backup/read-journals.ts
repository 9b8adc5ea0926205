import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { readJournal, type StateEntry } from './journal-file.ts';

const JOURNAL = /^journal(-[\w-]+)?\.jsonl$/;
const LEDGER = /^erasures(-[\w-]+)?\.jsonl$/;

/** The content of all journals within reach. */
export interface Journals {
  /** The last state of everything. */
  readonly states: readonly StateEntry[];
  /** Every change committed by that time is in one of them. */
  readonly through: Instant | undefined;
  /** How many were read. */
  readonly files: number;
  /** What is wrong with them, for the operator. */
  readonly faults: readonly string[];
}

/** Reads the journals of every node in these folders; missing folders have none. */
export async function readJournals(folders: readonly string[], keys: Keyring): Promise<Journals> {
  const last = new Map<string, StateEntry>();
  const faults: string[] = [];
  let through: Instant | undefined;
  const names = new Set<string>();
  for (const path of await filesIn(folders, JOURNAL)) {
    const read = await readJournal(path, keys);
    if (read.name !== undefined) names.add(read.name); // its copy beside the backups is of the same name
    if (read.faultAt !== undefined)
      faults.push(`${path} is damaged, or not of this service, from line ${read.faultAt} on: that part is left out.`);
    if (read.through !== undefined && read.through > (through ?? '')) through = read.through;
    for (const [key, state] of read.states) if (state.at >= (last.get(key)?.at ?? '')) last.set(key, state);
  }
  return { states: [...last.values()], through, files: names.size, faults };
}

export const ledgersIn = (folders: readonly string[]): Promise<string[]> => filesIn(folders, LEDGER);

export const journalsIn = (folder: string): Promise<string[]> => filesIn([folder], JOURNAL);

async function filesIn(folders: readonly string[], pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    if (folder === '') continue;
    const names = await readdir(folder).catch(() => []);
    found.push(...names.filter((name) => pattern.test(name)).map((name) => join(folder, name)));
  }
  return found;
}
