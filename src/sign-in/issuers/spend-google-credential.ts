import type { Tx } from '../../platform/database/database.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { GoogleIdentity } from './google-credential.ts';
import { forgetUsedBefore, spendCredential } from './google-links-store.ts';

/** A node whose clock is behind may still accept a token that has expired here. */
const CLOCKS_DIFFER_BY = minutes(5);

/** Spends an ID token in the transaction of its effect; true for exactly one caller. */
export async function spendGoogleCredential(
  tx: Tx,
  { digest, usableUntil }: GoogleIdentity,
  at: Instant,
): Promise<boolean> {
  if (!(await spendCredential(tx, digest, usableUntil))) return false;
  await forgetUsedBefore(tx, instantAt(epochOf(at) - CLOCKS_DIFFER_BY));
  return true;
}
