import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { type Challenge, readChallenge, signChallenge } from './signed-challenge.ts';

const PURPOSE = 'pending sign-in';
const VALID_FOR = minutes(5);

/** A sign-in whose first proof was right. */
export interface Pending {
  readonly userId: UserId;
  readonly way: string;
  readonly evidence: unknown;
}

/** Proves for five minutes that the first proof of a sign-in was right. */
export const signPending = ({ keys, clock }: Pick<SignInDeps, 'keys' | 'clock'>, pending: Pending): string =>
  signChallenge(keys, { purpose: PURPOSE, at: nowOf(clock), validFor: VALID_FOR, data: pending });

/** `undefined` if invalid or expired. */
export function readPending(
  keys: Keyring,
  text: string,
  at: Instant,
): { challenge: Challenge; pending: Pending } | undefined {
  const challenge = readChallenge(keys, PURPOSE, text, at);
  return challenge && { challenge, pending: challenge.data as Pending };
}
