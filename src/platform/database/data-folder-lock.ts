import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../kernel/unchecked.ts';
import { holdLock } from './held-lock.ts';

/**
 * Holds a data folder for one serving process. Operator commands do not take it. @returns a function that releases the folder
 * @throws Error when another process serves from the folder, or it is not writable
 */
export function lockDataFolder(dataDir: string): () => void {
  const release = holdIn(dataDir, 'serving');
  if (release !== undefined) return release;
  throw new Error(
    `Another process already serves from ${dataDir}. Stop it first, or set SVC_DATA_DIR to another folder.`,
  );
}

/**
 * Takes a lock of that name in the data folder. @returns a function that releases it; `undefined` while another process holds it
 * @throws Error when the folder is not writable
 */
export function holdIn(dataDir: string, name: string): (() => void) | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return holdLock(join(dataDir, `${name}.lock`));
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be written to: ${messageOf(cause)}.`, { cause });
  }
}
