import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../delivery/delivery-worker.ts';
import { nextTry } from '../delivery/next-try.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import type { Keyring } from '../keys/keyring.ts';
import { OutgoingFailure } from '../outgoing/outgoing-failure.ts';
import type { OutgoingFetch } from '../outgoing/outgoing-fetch.ts';
import type { LogoutNotice, NoticeState } from './logout-notice.ts';
import {
  hasDueNotice,
  leaseNotice,
  type NoticeSettlement,
  recallNotices,
  settleNotice,
} from './logout-notices-store.ts';
import { logoutToken } from './logout-token.ts';

export interface LogoutDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: Keyring;
  readonly publicUrl: string;
  readonly fetch: OutgoingFetch;
}

export type LogoutWorker = DeliveryWorker<NoticeState>;

/** Delivers logout tokens to applications. */
export const logoutWorker = (deps: LogoutDeps): LogoutWorker =>
  deliveryWorker<LogoutNotice, NoticeState, NoticeSettlement>(deps, {
    name: 'the list of logout tokens',
    lookEvery: seconds(1),
    tried: ['delivered', 'queued', 'refused', 'failed'],
    hasDue: hasDueNotice,
    recall: recallNotices,
    lease: leaseNotice,
    attempt: async (notice, now) => {
      const answer = await send(deps, notice, now);
      const settlement = settlementOf(notice, answer, deps.clock.now());
      const { id, application_id: application, attempts } = notice;
      const facts = { notice: id, application, attempts, state: settlement.state };
      if (settlement.state === 'delivered') deps.log.info(facts, 'logout token delivered');
      else deps.log.warn({ ...facts, reason: settlement.last_error }, 'logout token not delivered');
      return settlement;
    },
    settle: settleNotice,
  });

/** The status of the response, or why there was none. */
async function send(
  { keys, publicUrl, fetch }: LogoutDeps,
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

/** 2xx means delivered and 4xx refused, both final; anything else is retried for three days. */
function settlementOf(notice: LogoutNotice, answer: number | string, now: Milliseconds): NoticeSettlement {
  const tried_at = instantAt(now);
  const over = { tried_at, subject: '', session_id: '' };
  const isStatus = typeof answer === 'number';
  if (isStatus && answer >= 200 && answer < 300) return { ...over, state: 'delivered', last_error: null };
  const last_error = isStatus ? `HTTP ${answer}` : answer;
  if (isStatus && answer >= 400 && answer < 500) return { ...over, state: 'refused', last_error };
  const next = nextTry(notice, now);
  if (next === undefined) return { ...over, state: 'failed', last_error };
  return { state: 'queued', due_at: instantAt(next), tried_at, last_error };
}
