import type { Tx } from '../database/database.ts';
import { AppError } from '../kernel/app-error.ts';
import { epochOf, instantAt } from '../kernel/clock.ts';
import { hours, type Milliseconds } from '../kernel/durations.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { actionTokenErrors } from './action-tokens-errors.ts';
import { createdInTurn } from './action-tokens-store.ts';

const MOST_AN_HOUR = 20;

/**
 * Keeps administrators and services from flooding somebody's mailbox with links. The caller must have locked the user's row,
 * so that concurrent acts are counted.
 * @throws AppError 429 `token.too_many`
 */
export async function requireFewLinks(tx: Tx, userId: UserId, now: Milliseconds): Promise<void> {
  const within = { after: instantAt(now - hours(1)), until: instantAt(now) };
  const first = await createdInTurn(tx, userId, MOST_AN_HOUR, within);
  if (first === undefined) return;
  throw new AppError(actionTokenErrors['token.too_many'], { retryAfter: epochOf(first) + hours(1) - now });
}
