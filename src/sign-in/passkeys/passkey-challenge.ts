import { hash } from 'node:crypto';
import type { Instant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type Challenge, readChallenge, signChallenge } from '../login/signed-challenge.ts';

export const CHALLENGE_LIFETIME = minutes(5);

/** The purpose and the user of a challenge; `null` for a sign-in, when the user is not known yet. */
interface Bond {
  readonly purpose:
    | 'passkey: invitation'
    | 'passkey: add'
    | 'passkey: add silently'
    | 'passkey: add for second step'
    | 'passkey: sign in'
    | 'passkey: second factor'
    | 'passkey: re-authenticate';
  readonly userId: UserId | null;
}

interface OpenChallenge {
  readonly challengeId: string;
  /** The text that the authenticator signs. */
  readonly challenge: string;
}

export interface AnsweredChallenge extends Pick<Challenge, 'id' | 'expiresAt'> {
  readonly challenge: string;
}

export function openChallenge(keys: Keyring, { purpose, userId }: Bond, at: Instant): OpenChallenge {
  const challengeId = signChallenge(keys, { purpose, at, validFor: CHALLENGE_LIFETIME, data: userId });
  return { challengeId, challenge: signedPart(challengeId) };
}

/** `undefined` for another purpose or person, or if expired. It is spent in the transaction of its effect. */
export function findChallenge(
  keys: Keyring,
  { purpose, userId }: Bond,
  challengeId: string,
  at: Instant,
): AnsweredChallenge | undefined {
  const read = readChallenge(keys, purpose, challengeId, at);
  if (read === undefined || read.data !== userId) return undefined;
  return { id: read.id, expiresAt: read.expiresAt, challenge: signedPart(challengeId) };
}

/** A digest binds the response to the whole signed text. */
const signedPart = (challengeId: string): string => hash('sha256', challengeId, 'base64url');
