import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { isForeignJournal, journalPath } from '../../operations/backup/journal-file.ts';
import { hasForeignHeads, headsPath } from '../../platform/audit/audit-head-file.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { hasForeignEntries, ledgerPath } from '../../privacy/privacy/erasure-ledger.ts';

/** What in the data folder was written for another store, as its keys show: paths. */
async function listForeign(dataDir: string, keys: Keyring): Promise<string[]> {
  const files: [string, boolean][] = [
    [journalPath(dataDir), await isForeignJournal(journalPath(dataDir), keys)],
    [ledgerPath(dataDir), await hasForeignEntries(ledgerPath(dataDir), keys)],
    [headsPath(dataDir), await hasForeignHeads(dataDir, keys)],
  ];
  return files.flatMap(([path, isForeign]) => (isForeign ? [path] : []));
}

/** Why nothing may be served from this folder, for people. */
export async function whyForeign(dataDir: string, keys: Keyring): Promise<string | undefined> {
  const foreign = await listForeign(dataDir, keys);
  if (foreign.length === 0) return undefined;
  return `${foreign.map((path) => basename(path)).join(', ')} in ${dataDir} ${foreign.length === 1 ? 'is' : 'are'} of another store than the database: is it the wrong database, or the wrong folder? If this database is the one you mean, move them elsewhere: the other store's restore needs them`;
}

/** @throws Error for whoever starts the service */
export async function requireOwnFiles(dataDir: string, keys: Keyring): Promise<void> {
  const problem = await whyForeign(dataDir, keys);
  if (problem !== undefined) throw new Error(problem);
}

/** Gives them names under which nobody takes them for this store's, and returns these. */
export async function moveForeignAside(dataDir: string, keys: Keyring): Promise<string[]> {
  const moved: string[] = [];
  for (const path of await listForeign(dataDir, keys)) {
    const aside = `${path}.of-another-store-${opaqueId()}`;
    await rename(path, aside);
    moved.push(aside);
  }
  return moved;
}
