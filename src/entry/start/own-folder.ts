import { existsSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { isForeignJournal, journalPath } from '../../operations/backup/journal-file.ts';
import { hasForeignHeads, headsPath } from '../../platform/audit/audit-head-file.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/database/database.ts';
import { isStoreThere } from '../../platform/database/open-database.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { hasDataKeys } from '../../platform/keys/has-data-keys.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { hasServiceSecret } from '../../platform/keys/service-secret.ts';
import { hasForeignEntries, ledgerPath } from '../../privacy/personal-data/erasure-ledger.ts';
import { hasAppSchema } from '../app/app-schema.ts';

/** What a store has left in the data folder. */
const leftIn = (dataDir: string): string[] =>
  [journalPath(dataDir), ledgerPath(dataDir), headsPath(dataDir)]
    .filter((path) => existsSync(path) && statSync(path).size > 0)
    .map((path) => basename(path));

/**
 * A used store without a secret would get one that opens nothing.
 * @throws Error for whoever starts the service
 */
export async function requireStoreOf(settings: Settings, database: Database): Promise<void> {
  if ((await requireUsed(settings, database)) && !hasServiceSecret(settings))
    throw new Error(lostSecret(settings.server.dataDir));
}

/**
 * A used data folder with an empty store is a lost database, or the wrong one. A new one would take over what the restore needs.
 * @returns whether the store is used @throws Error for whoever starts the service
 */
export async function requireUsed({ server: { dataDir } }: Settings, { read }: Database): Promise<boolean> {
  const isUsed = (await hasAppSchema(read)) && (await hasDataKeys(read));
  const left = leftIn(dataDir);
  if (!isUsed && left.length > 0) throw new Error(lostStore(dataDir, left));
  return isUsed;
}

/** The same where the store is a file, and opening it would make it. */
export function requireFileOf(settings: Settings): void {
  const problem = isStoreThere(settings) ? undefined : lostStoreIn(settings);
  if (problem !== undefined) throw new Error(problem);
}

/** For a store that is missing. */
export function lostStoreIn({ server: { dataDir } }: Settings): string | undefined {
  const left = leftIn(dataDir);
  return left.length === 0 ? undefined : lostStore(dataDir, left);
}

const lostStore = (dataDir: string, left: readonly string[]): string =>
  `The database is empty, but ${left.join(', ')} in ${dataDir} belong to one that was used: is its disk missing, or another database set? Bring it back, or restore a backup ("backup restore"), which needs these files. To begin anew, move them elsewhere`;

export const lostSecret = (dataDir: string): string =>
  `There is no secret in ${dataDir}, and the database was started with one: put the one that was saved there. Is it another folder's database?`;

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
export async function describeForeignFiles(dataDir: string, keys: Keyring): Promise<string | undefined> {
  const foreign = await listForeign(dataDir, keys);
  if (foreign.length === 0) return undefined;
  return `${foreign.map((path) => basename(path)).join(', ')} in ${dataDir} ${foreign.length === 1 ? 'is' : 'are'} of another store than the database: is it the wrong database, or the wrong folder? If this database is the one you mean, move them elsewhere: the other store's restore needs them`;
}

/** @throws Error for whoever starts the service */
export async function requireOwnFiles(dataDir: string, keys: Keyring): Promise<void> {
  const problem = await describeForeignFiles(dataDir, keys);
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
