import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { appendDurably } from '../files/durable-writes.ts';
import { isMissingFile, parseJson } from '../kernel/unchecked.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Signed } from './audit-chain.ts';
import { type ChainBreak, isBreakSignedBy } from './chain-break.ts';
import { isSignedBy } from './head-signature.ts';

/** Keeps the newest head outside the database, so that cutting off the end of the chain is noticed. */
export interface HeadFile {
  append(head: Signed): Promise<void>;
  /** From now on the chain is compared with the end that this break accepted, not with earlier heads. */
  appendBreak(broken: ChainBreak): Promise<void>;
  /** The newest head in the file, if any. After a break: the seal the chain continued from, with the break's signature. */
  newest(): Signed | undefined;
}

export type OutsideHead = Pick<Signed, 'seq' | 'hash' | 'signed_at'>;

/** The file only grows and only its last line is read, which takes some 300 bytes. */
const TAIL_BYTES = 8192;

export const headsPath = (dataDir: string): string => join(dataDir, 'audit-heads.jsonl');

export function headFile(dataDir: string): HeadFile {
  const path = headsPath(dataDir);
  const append = async (line: Signed | ChainBreak) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await appendDurably(path, `${JSON.stringify(line)}\n`);
  };
  return {
    append,
    appendBreak: append,
    newest: () => lastWhole(readTail(path)),
  };
}

function readTail(path: string): string {
  const file = openIfThere(path);
  if (file === undefined) return '';
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return tail.toString('utf8', 0, readSync(file, tail, 0, tail.length, size - tail.length));
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** A crash may have left the last line incomplete. */
function lastWhole(text: string): Signed | undefined {
  for (const line of text.trimEnd().split('\n').reverse()) {
    try {
      const head = parseJson(line) as Signed | ChainBreak; // as `append` wrote it
      if (!('accepted_at' in head)) return head;
      const { seq, hash, accepted_at, kid, signature } = head;
      return { seq, hash, signed_at: accepted_at, kid, signature };
    } catch {}
  }
  return undefined;
}

/**
 * Whether the heads outside the database are those of another store: its first or last line names a key of this one, which did not
 * sign it. A name that is unknown says nothing, since the database may be older than the key.
 */
export async function hasForeignHeads(dataDir: string, keys: Keyring): Promise<boolean> {
  const text = await readFile(headsPath(dataDir), 'utf8').catch((error: unknown) => {
    if (isMissingFile(error)) return '';
    throw error;
  });
  const lines = text.trimEnd().split('\n');
  return [lines[0], lines.at(-1)].some((line = '') => isForeign(line, keys));
}

function isForeign(line: string, keys: Keyring): boolean {
  const head = parsed(line);
  const key = head && (keys.findEverSigning(head.kid) ?? keys.findRevoked(head.kid));
  if (head === undefined || key === undefined) return false;
  if ('accepted_at' in head) return !isBreakSignedBy(key.publicKey, head);
  return !isSignedBy(key.publicKey, 'head', head) && !isSignedBy(key.publicKey, 'stub', head);
}

/** A crash may have left the last line incomplete. */
function parsed(line: string): Signed | ChainBreak | undefined {
  try {
    return parseJson(line) as Signed | ChainBreak; // as `headFile` wrote it
  } catch {
    return undefined;
  }
}
