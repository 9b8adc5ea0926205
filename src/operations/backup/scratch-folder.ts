import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { holdIn } from '../../platform/database/data-folder-lock.ts';
import { AlreadyRunning } from '../../platform/database/database-lock.ts';
import { withUndo } from '../../platform/kernel/with-undo.ts';

/** What a folder is for, and what its holder does. */
const KINDS = {
  backup: '"backup create"',
  restore: '"backup restore"',
  rehearsal: '"backup rehearse"',
  journals: 'a restore',
} as const;

type Kind = keyof typeof KINDS;

/**
 * Lends a temporary folder inside the data folder, where the same data is unencrypted anyway; it goes at the end, also by a signal.
 * First removes the folders of killed runs.
 * @throws AlreadyRunning while another process does the same
 */
export async function withScratchFolder<Result>(
  dataDir: string,
  kind: Kind,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const release = holdIn(dataDir, lockOf(kind));
  if (release === undefined)
    throw new AlreadyRunning(`Another process runs ${KINDS[kind]} in ${dataDir}. Wait until it has ended.`);
  try {
    for (const name of foldersOf(dataDir, kind)) await remove(join(dataDir, name));
    let folder: string | undefined;
    return await withUndo(
      async () => folder && (await remove(folder)),
      () => {
        folder = mkdtempSync(join(dataDir, prefixOf(kind))); // within one turn, so that a signal finds none or knows it
        return work(folder);
      },
    );
  } finally {
    release();
  }
}

/** The folders of killed runs, which hold everybody's data unencrypted. */
export const listLeftFolders = (dataDir: string): Promise<string[]> => leftIn(dataDir, async () => {});

/** Removes the folders of killed runs, and returns their names. */
export const removeLeftFolders = (dataDir: string): Promise<string[]> =>
  leftIn(dataDir, (name) => remove(join(dataDir, name)));

async function leftIn(dataDir: string, each: (name: string) => Promise<void>): Promise<string[]> {
  const left: string[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    if (foldersOf(dataDir, kind).length === 0) continue;
    const release = holdIn(dataDir, lockOf(kind));
    if (release === undefined) continue; // in use
    try {
      const names = foldersOf(dataDir, kind);
      for (const name of names) await each(name);
      left.push(...names);
    } finally {
      release();
    }
  }
  return left;
}

const prefixOf = (kind: Kind): string => `scratch-${kind}-`;

const lockOf = (kind: Kind): string => `running-${kind}`;

const foldersOf = (dataDir: string, kind: Kind): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith(prefixOf(kind))) : [];

/** Whoever is interrupted may still be writing into it. */
const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
