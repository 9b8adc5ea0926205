import type { Tx } from '../../../platform/database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../../../platform/jobs/delivery-worker.ts';
import { givenUpBefore, isAbandoned, pauseAfter } from '../../../platform/jobs/next-try.ts';
import { epochOf, type Instant, instantAt } from '../../../platform/kernel/clock.ts';
import { type Milliseconds, seconds } from '../../../platform/kernel/durations.ts';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import type { OutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import type { Platform } from '../../../platform/room/platform.ts';
import type { LogoutNotice, NoticeState } from './logout-notice.ts';
import { giveUpNotices, type NoticeSettlement, settleNotice } from './logout-notices-store.ts';
import { logoutToken } from './logout-token.ts';
import {
  hasDueTurn,
  LINES,
  type Line,
  putOff,
  recallTurns,
  storeAnswer,
  type TurnTaken,
  takeTurn,
} from './logout-turns-store.ts';

export interface LogoutDeps extends Pick<Platform, 'database' | 'clock' | 'log' | 'keys' | 'publicUrl'> {
  readonly fetch: OutgoingFetch;
}

export type LogoutWorker = DeliveryWorker<NoticeState>;

const TRIED: readonly NoticeState[] = ['delivered', 'queued', 'refused', 'failed'];
/** Of each line. */
const WORKERS = 16;
/** An application that takes longer goes to the line of the slow. */
const QUICK = seconds(1);

/** Delivers logout tokens to applications. */
export function logoutWorker(deps: LogoutDeps): LogoutWorker {
  const workers = LINES.map((line) => workerOf(deps, line));
  const countOf = (state: NoticeState) => workers.reduce((sum, worker) => sum + (worker.outcomes().get(state) ?? 0), 0);
  return {
    start: () => {
      for (const worker of workers) worker.start();
    },
    deliverDue: async () => {
      // In both lines again, since an application that has answered goes to the other.
      for (const _ of LINES) await Promise.all(workers.map((worker) => worker.deliverDue()));
    },
    outcomes: () => new Map(TRIED.map((state) => [state, countOf(state)])),
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  };
}

const workerOf = (deps: LogoutDeps, line: Line): LogoutWorker =>
  deliveryWorker<TurnTaken, NoticeState, TurnSettlement>(deps, {
    name: 'the list of logout tokens',
    pollEvery: seconds(1),
    workers: WORKERS,
    tried: TRIED,
    hasDue: hasDueTurn(line),
    recall: recallTurns,
    lease: takeTurn(line),
    attempt: async (taken, now) => {
      const { id, application_id: application, attempts } = taken.notice;
      const began = performance.now();
      const answer = await sendLogout(deps, taken.notice, now);
      const isQuick = performance.now() - began < QUICK;
      const settlement = settlementOf(taken, answer, { now: deps.clock.now(), isQuick });
      const facts = { notice: id, application, attempts, state: settlement.state };
      if (settlement.state === 'delivered') deps.log.info(facts, 'logout token delivered');
      else deps.log.warn({ ...facts, reason: settlement.notice.last_error }, 'logout token not delivered');
      return settlement;
    },
    settle: settleTurn,
  });

interface SendDeps extends Pick<Platform, 'keys' | 'publicUrl'> {
  readonly fetch: OutgoingFetch;
}

/** The status of the response, or why there was none. */
async function sendLogout(
  { keys, publicUrl, fetch }: SendDeps,
  notice: LogoutNotice,
  now: Milliseconds,
): Promise<number | string> {
  try {
    if (keys.idTokenKeys().length === 0) await keys.reload(); // another node has just created the first
    const [key] = keys.idTokenKeys();
    if (key === undefined) return 'no_key';
    const { status } = await fetch(notice.logout_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: logoutToken(notice, { publicUrl, key, now }) }).toString(),
    });
    return status;
  } catch (error) {
    return error instanceof OutgoingFailure ? error.problem : 'unreachable';
  }
}

/** What came of an attempt, and of the application's turn. */
interface TurnSettlement {
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
function settlementOf(
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
  const notice: NoticeSettlement = isAbandoned(created_at, now)
    ? { ...over, state: 'failed', last_error }
    : { state: 'queued', due_at: putOffUntil, tried_at: at, last_error };
  return { ...settled(notice), putOffUntil };
}

/** First the turn, then the notice, as they are locked when one is taken. */
async function settleTurn(
  tx: Tx,
  { notice, failures }: TurnTaken,
  { at, isQuick, putOffUntil, notice: settled }: TurnSettlement,
): Promise<void> {
  const { application_id } = notice;
  if (putOffUntil === undefined) await storeAnswer(tx, application_id, at, isQuick);
  else {
    await putOff(tx, application_id, failures, putOffUntil);
    await giveUpNotices(tx, application_id, givenUpBefore(epochOf(at)), settled.last_error);
  }
  await settleNotice(tx, notice, settled);
}
