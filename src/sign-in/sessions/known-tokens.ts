import { hash } from 'node:crypto';
import { keepNewest } from '../../platform/kernel/keep-newest.ts';
import type { VerifiedToken } from './session-token.ts';

const MOST = 10_000;

/** Verified-token cache: claims of tokens that were signed or verified here. */
export interface KnownTokens {
  find(token: string): VerifiedToken | undefined;
  add(token: string, claims: VerifiedToken): void;
  delete(token: string): void;
}

/**
 * Saves the signature check, the most expensive step of a call. It says nothing about the session, which is read from
 * the store every time. Keyed by digest, so that a memory dump reveals no token; evicts the oldest first.
 */
export function knownTokens(): KnownTokens {
  const claimsByDigest = new Map<string, VerifiedToken>();
  return {
    find: (token) => claimsByDigest.get(digestOf(token)),
    add: (token, claims) => {
      claimsByDigest.set(digestOf(token), claims);
      keepNewest(claimsByDigest, MOST);
    },
    delete: (token) => void claimsByDigest.delete(digestOf(token)),
  };
}

const digestOf = (token: string): string => hash('sha256', token);
