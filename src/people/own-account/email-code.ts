import { hash, randomBytes } from 'node:crypto';
import { minutes } from '../../platform/kernel/durations.ts';
import { deriveCode } from '../../platform/keys/derived-secret.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

export const CODE_LIVES = minutes(30);

export function newCode(keys: Keyring): { seed: string; code_hash: string } {
  const seed = randomBytes(32).toString('base64url');
  return { seed, code_hash: codeHash(deriveCode(keys, seed)) };
}

export const codeHash = (code: string): string => hash('sha256', code, 'base64url');
