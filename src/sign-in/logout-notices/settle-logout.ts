import type { Tx } from '../../platform/database/database.ts';
import { givenUpBefore, isGivenUp, pauseAfter } from '../../platform/jobs/next-try.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { NoticeState } from './logout-notice.ts';
import { giveUpNotices, type NoticeSettlement, settleNotice } from './logout-notices-store.ts';
import { noteAnswer, putOff, type TurnTaken } from './logout-turns-store.ts';

/** What came of an attempt, and of the application's turn. */
export interface TurnSettlement {
  readonly state: NoticeState;
  readonly notice: NoticeSettlement;
  readonly at: Instant;
  readonly isQuick: boolean;
  /** Until when the application is left alone, if it did not answer. */
  readonly putOffUntil?: Instant;
}

/**
 * 2xx means delivered and 4xx refused, both final. Anything else puts the application off, with all that it is owed, and is
 * retried for three days.
 */
export function settlementOf(
  { notice: { created_at }, failures }: TurnTaken,
  answer: number | string,
  { now, isQuick }: { readonly now: Milliseconds; readonly isQuick: boolean },
): TurnSettlement {
  const at = instantAt(now);
  const over = { tried_at: at, subject: '', session_id: '' };
  const settled = (notice: NoticeSettlement) => ({ state: notice.state, notice, at, isQuick });
  const isStatus = typeof answer === 'number';
  if (isStatus && answer >= 200 && answer < 300) return settled({ ...over, state: 'delivered', last_error: null });
  const last_error = isStatus ? `HTTP ${answer}` : answer;
  if (isStatus && answer >= 400 && answer < 500) return settled({ ...over, state: 'refused', last_error });
  const putOffUntil = instantAt(now + pauseAfter(failures + 1));
  const notice: NoticeSettlement = isGivenUp(created_at, now)
    ? { ...over, state: 'failed', last_error }
    : { state: 'queued', due_at: putOffUntil, tried_at: at, last_error };
  return { ...settled(notice), putOffUntil };
}

/** First the turn, then the notice, as they are locked when one is taken. */
export async function settleTurn(
  tx: Tx,
  { notice, failures }: TurnTaken,
  { at, isQuick, putOffUntil, notice: settled }: TurnSettlement,
): Promise<void> {
  const { application_id } = notice;
  if (putOffUntil === undefined) await noteAnswer(tx, application_id, at, isQuick);
  else {
    await putOff(tx, application_id, failures, putOffUntil);
    await giveUpNotices(tx, application_id, givenUpBefore(epochOf(at)), settled.last_error);
  }
  await settleNotice(tx, notice, settled);
}
