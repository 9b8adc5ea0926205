import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { opaqueId } from '../kernel/ids.ts';
import { Secret } from '../kernel/secret.ts';
import { isMissingFile } from '../kernel/unchecked.ts';

/** Secrets that may have wrapped a data key. `current` wraps new ones. */
export interface ServiceSecrets {
  readonly current: Secret;
  readonly others: readonly Secret[];
}

const FILE = 'secret';
const NEXT = 'secret.next';

/** Reads the secrets from the settings, else from the data folder, where the first start creates one. */
export function readServiceSecrets({ server, keys }: Pick<Settings, 'server' | 'keys'>): ServiceSecrets {
  const previous = keys.previousSecret ? [keys.previousSecret] : [];
  if (keys.secret) return { current: keys.secret, others: previous };
  const next = readSecretFile(join(server.dataDir, NEXT));
  const current = readSecretFile(join(server.dataDir, FILE)) ?? makeSecretFile(server.dataDir);
  return { current, others: next ? [next, ...previous] : previous };
}

/** Whether there is a secret; does not create one. */
export const hasServiceSecret = ({ server, keys }: Pick<Settings, 'server' | 'keys'>): boolean =>
  keys.secret !== undefined || readSecretFile(join(server.dataDir, FILE)) !== undefined;

/** Writes a new secret beside the current one. `adoptNextSecret` replaces it once every key is rewrapped. */
export function prepareNextSecret(dataDir: string): Secret {
  const secret = freshSecret();
  writeDurably(join(dataDir, NEXT), secret);
  return secret;
}

/** Replaces the current secret by the next one. Another process may already have done so. */
export function adoptNextSecret(dataDir: string, next: Secret): void {
  if (readSecretFile(join(dataDir, FILE))?.reveal() === next.reveal()) return;
  renameSync(join(dataDir, NEXT), join(dataDir, FILE));
  syncFolder(dataDir);
}

/** The secret left by an interrupted rotation, if any. */
export const findNextSecret = (dataDir: string): Secret | undefined => readSecretFile(join(dataDir, NEXT));

const freshSecret = (): Secret => new Secret(randomBytes(48).toString('base64url'));

function readSecretFile(path: string): Secret | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text ? new Secret(text) : undefined;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Atomic: written under a temporary name first. A link, unlike a rename, never replaces an existing file. */
function makeSecretFile(dataDir: string): Secret {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = freshSecret();
  const [path, temporary] = [join(dataDir, FILE), join(dataDir, `${FILE}.${opaqueId()}`)];
  writeDurably(temporary, secret);
  try {
    linkSync(temporary, path);
  } catch {
    const made = readSecretFile(path); // another process was first
    if (made !== undefined) return made;
    renameSync(temporary, path); // the file system has no links, or an empty file is in the way
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dataDir);
  return secret;
}

function writeDurably(path: string, secret: Secret): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, `${secret.reveal()}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
}

/** A power cut could lose the name of a synced file, and the database's keys could never be unwrapped. */
function syncFolder(path: string): void {
  if (platform() === 'win32') return; // folders cannot be opened on Windows; its file system journals names itself
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
