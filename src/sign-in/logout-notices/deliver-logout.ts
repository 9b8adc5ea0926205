import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../../platform/jobs/delivery-worker.ts';
import type { Clock } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { NoticeState } from './logout-notice.ts';
import { hasDueTurn, LINES, type Line, recallTurns, type TurnTaken, takeTurn } from './logout-turns-store.ts';
import { sendLogout } from './send-logout.ts';
import { settlementOf, settleTurn, type TurnSettlement } from './settle-logout.ts';

export interface LogoutDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: Keyring;
  readonly publicUrl: string;
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
    lookEvery: seconds(1),
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
