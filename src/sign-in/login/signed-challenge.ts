import { timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf, type Instant, instantAt, isAhead } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { parseBase64Json } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { addSpentChallenge, dropSpentChallenges } from './challenges-store.ts';

interface ChallengeStatement {
  /** A challenge is valid only for its purpose. */
  readonly purpose: string;
  readonly at: Instant;
  readonly validFor: Milliseconds;
  /** JSON. Signed, not encrypted: the holder can read it. */
  readonly data: unknown;
}

export interface Challenge {
  /** The id for `spendChallenge`. */
  readonly id: string;
  readonly expiresAt: Instant;
  /** The signed data; its type depends on the purpose. */
  readonly data: unknown;
}

/** As written by `signChallenge`; until the release after 0.2.0 the last one may be missing. */
type Stated = [id: string, expiresAt: Instant, data: unknown, signedAt?: Instant];

/** Creates a text that only this service can sign. It is not stored until it is spent. */
export function signChallenge(keys: Keyring, { purpose, at, validFor, data }: ChallengeStatement): string {
  const expiresAt = instantAt(epochOf(at) + validFor);
  const stated = Buffer.from(JSON.stringify([opaqueId(), expiresAt, data, at])).toString('base64url');
  return `${stated}.${signature(keys, purpose, stated).toString('base64url')}`;
}

/** `undefined` for a text that was not signed for this purpose, has expired, or was signed by a clock that was ahead. */
export function readChallenge(keys: Keyring, purpose: string, text: string, at: Instant): Challenge | undefined {
  const [stated = '', signed = ''] = text.split('.', 2);
  const given = Buffer.from(signed, 'base64url');
  const right = signature(keys, purpose, stated);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const [id, expiresAt, data, signedAt = at] = parseBase64Json(stated) as Stated;
  return expiresAt > at && !isAhead(signedAt, at) ? { id, expiresAt, data } : undefined;
}

const signature = (keys: Keyring, purpose: string, stated: string): Buffer =>
  keys.hmac(`challenge: ${purpose}`, stated);

/** A node whose clock is behind may still accept a challenge that has expired here. */
const CLOCKS_DIFFER_BY = minutes(5);

/** Spends a challenge in the transaction of its effect; true for exactly one caller. */
export async function spendChallenge(
  tx: Tx,
  { id, expiresAt }: Pick<Challenge, 'id' | 'expiresAt'>,
  at: Instant,
): Promise<boolean> {
  if (!(await addSpentChallenge(tx, id, expiresAt))) return false;
  const before = instantAt(epochOf(at) - CLOCKS_DIFFER_BY);
  await dropSpentChallenges(tx, before);
  return true;
}
