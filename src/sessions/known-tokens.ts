import { hash } from 'node:crypto';
import type { VerifiedToken } from './session-token.ts';

const MOST = 10_000;

/** Claims of tokens whose signature is known to be ours, because it was made or checked here. */
export interface KnownTokens {
  find(token: string): VerifiedToken | undefined;
  add(token: string, claims: VerifiedToken): void;
  delete(token: string): void;
}

/**
 * Spares the check of a signature, the dearest step of a call. It says nothing about a session: whether that still stands
 * is read from the store every time. Keeps digests, not tokens, so that a memory dump opens nothing; the oldest goes first.
 */
export function knownTokens(): KnownTokens {
  const claimsByDigest = new Map<string, VerifiedToken>();
  return {
    find: (token) => claimsByDigest.get(digestOf(token)),
    add: (token, claims) => {
      claimsByDigest.set(digestOf(token), claims);
      if (claimsByDigest.size > MOST) claimsByDigest.delete(claimsByDigest.keys().next().value as string);
    },
    delete: (token) => void claimsByDigest.delete(digestOf(token)),
  };
}

const digestOf = (token: string): string => hash('sha256', token);
