import { readFile } from 'node:fs/promises';
import { isMissingFile } from '../kernel/caught-error.ts';
import { parseJson } from '../kernel/json.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Signed } from './audit-chain.ts';
import { headsPath } from './audit-head-file.ts';
import { type ChainBreak, isBreakSignedBy } from './chain-break.ts';
import { isSignedBy } from './head-signature.ts';

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
