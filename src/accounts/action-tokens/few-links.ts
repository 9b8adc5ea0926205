import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { actionTokenErrors } from './action-tokens-errors.ts';
import { createdInTurn } from './action-tokens-store.ts';

export const MOST_AN_HOUR = 20;

/**
 * Keeps administrators and services from flooding somebody's mailbox with links. The caller must have locked the user's row,
 * so that concurrent acts are counted.
 * @throws AppError 429 `token.too_many`
 */
export async function requireFewLinks(tx: Tx, userId: UserId, now: Milliseconds): Promise<void> {
  const until = await manyLinksUntil(tx, userId, now);
  if (until !== undefined) throw new AppError(actionTokenErrors['token.too_many'], { retryAfter: until - now });
}

/** When the person may be sent another link, if `MOST_AN_HOUR` were created within the hour before `now`. */
export async function manyLinksUntil(tx: Tx, userId: UserId, now: Milliseconds): Promise<Milliseconds | undefined> {
  const within = { after: instantAt(now - hours(1)), until: instantAt(now) };
  const first = await createdInTurn(tx, userId, MOST_AN_HOUR, within);
  return first && epochOf(first) + hours(1);
}
