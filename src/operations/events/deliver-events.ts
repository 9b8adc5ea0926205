import type { Logger } from 'pino';
import { recordBeforeSending } from '../../accounts/recipients/note-recipient.ts';
import { findUsers } from '../../accounts/users/accounts-store.ts';
import { findApplication } from '../../openid/applications/applications-store.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../../platform/jobs/delivery-worker.ts';
import { isAbandoned, pauseAfter } from '../../platform/jobs/next-try.ts';
import { epochOf, type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { addAttempts, type NewAttempt } from './attempts-store.ts';
import { type CallDeps, callReceiver, pushSet } from './call-receiver.ts';
import { issuerOf } from './issue-set.ts';
import { readEvents } from './read-events.ts';
import type { Cursor } from './read-sealed.ts';
import { pauseSetsOf, readSets, type SetContent } from './read-sets.ts';
import { getStream } from './streams-store.ts';
import { LINES, type Line, type Subscription, traitsOf } from './subscription.ts';
import { hasDueTurn, recallTurns, settleTurn, type TurnResult, takeTurn } from './subscriptions-store.ts';

export interface DeliverDeps extends CallDeps {
  readonly database: Database;
  readonly log: Logger;
}

export interface EventWorkerDeps extends DeliverDeps {
  /** Whether anybody is to get events. */
  readonly isWanted: () => boolean;
}

/** What became of a turn. `passed`: none of the records looked through was for it. */
const OUTCOMES = ['delivered', 'passed', 'put_off', 'gone', 'given_up'] as const;
export type TurnOutcome = (typeof OUTCOMES)[number];

export type EventWorker = DeliveryWorker<TurnOutcome>;

/** Of each line. */
const WORKERS = 32;
/** A receiver that takes longer goes to the line of the slow. */
const QUICK = seconds(1);
/** A turn ends after so many events, or so long: a crash repeats those of one turn, under the same ids. */
const EVENTS_A_TURN = 20;
const LONGEST_TURN: Milliseconds = seconds(20);
const NOTICE_AFTER = days(1);
const GONE = 410;
/** After the store could not be read. */
const UNREADABLE_PAUSE = seconds(30);

/** Sends events to receivers, those of one subscription one after the other. */
export function eventWorker(deps: EventWorkerDeps): EventWorker {
  const workers = LINES.map((line) => workerOf(deps, line));
  const countOf = (outcome: TurnOutcome) =>
    workers.reduce((sum, worker) => sum + (worker.outcomes().get(outcome) ?? 0), 0);
  return {
    start: () => {
      for (const worker of workers) worker.start();
    },
    deliverDue: async () => {
      // In both lines again, since a receiver that has answered goes to the other.
      for (const _ of LINES) await Promise.all(workers.map((worker) => worker.deliverDue()));
    },
    outcomes: () => new Map(OUTCOMES.map((outcome) => [outcome, countOf(outcome)])),
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  };
}

interface Turn {
  readonly state: TurnOutcome;
  readonly result: TurnResult;
  readonly attempts: readonly NewAttempt[];
  readonly at: Instant;
}

const workerOf = (deps: EventWorkerDeps, line: Line): EventWorker =>
  deliveryWorker<Subscription, TurnOutcome, Turn>(deps, {
    name: 'the list of event subscriptions',
    pollEvery: seconds(1),
    workers: WORKERS,
    tried: OUTCOMES,
    isOn: deps.isWanted,
    hasDue: hasDueTurn(line),
    recall: recallTurns,
    lease: takeTurn(line),
    attempt: async (subscription, _now, stop) => {
      const turn = await takeTurnOf(deps, subscription, stop);
      const facts = { subscription: subscription.id, application: subscription.application_id, state: turn.state };
      const { status, problem } = turn.attempts.at(-1) ?? {};
      if (turn.state === 'delivered') deps.log.info({ ...facts, events: turn.attempts.length }, 'events delivered');
      else if (turn.state !== 'passed') deps.log.warn({ ...facts, status, reason: problem }, 'events not delivered');
      return turn;
    },
    settle: settle(deps),
  });

/** Sends the next few events, and stops at the first that does not arrive. */
async function takeTurnOf(deps: DeliverDeps, subscription: Subscription, stop: AbortSignal): Promise<Turn> {
  const { database, keys, clock } = deps;
  const from = { position: subscription.position, lastSeq: subscription.last_seq };
  const { carries, accepts } = traitsOf(subscription);
  const attempts: NewAttempt[] = [];
  const reading = await read().catch((error: unknown) => {
    deps.log.warn({ err: error, subscription: subscription.id }, 'events could not be read');
    return undefined;
  });
  if (reading === undefined) return passed(subscription, instantAt(clock.now() + UNREADABLE_PAUSE), nowOf(clock));
  const until = performance.now() + LONGEST_TURN;
  for (const send of reading.calls) {
    if (stop.aborted || performance.now() > until) break;
    const attempt = await send();
    attempts.push(attempt);
    if (attempt.status === null || !accepts(attempt.status)) break;
  }
  return turnOf(subscription, { reading, attempts, now: clock.now() });

  async function read(): Promise<TurnReading | undefined> {
    if (subscription.state === 'paused') return { next: from, calls: pauseSetsOf(subscription).map(pushed) };
    const application = await findApplication(database.read, subscription.application_id);
    if (application === undefined) return undefined;
    const readDeps = { db: database.read, keys, at: nowOf(clock) };
    if (carries === 'sets') {
      const subscriber = { subscription, application, stream: await getStream(database.read, subscription.id) };
      const issuer = issuerOf(deps.publicUrl);
      const { sets, next } = await readSets({ ...readDeps, issuer }, subscriber, from, EVENTS_A_TURN);
      return { next, calls: sets.map(pushed) };
    }
    const { events, next, named } = await readEvents(readDeps, { subscription, application }, from, EVENTS_A_TURN);
    await recordBeforeSending(database, { application, userIds: named, by: 'subscription', at: readDeps.at });
    return { next, calls: events.map((event) => () => callReceiver(deps, subscription, event)) };
  }

  function pushed(content: SetContent) {
    return () => pushSet(deps, subscription, content);
  }
}

/** What a turn has to send, and where it is then. */
interface TurnReading {
  readonly calls: readonly (() => Promise<NewAttempt>)[];
  readonly next: Cursor;
}

/** Nothing was sent, since there is nothing, or it could not be read. */
function passed(before: Subscription, due_at: Instant, at: Instant, cursor: Partial<TurnResult> = {}): Turn {
  const { position, last_seq, state, pause_notice, failures, failing_since, noticed_at, quick_since } = before;
  const same = { position, last_seq, state, pause_notice, failures, failing_since, noticed_at, quick_since };
  return { state: 'passed', result: { ...same, due_at, ...cursor }, attempts: [], at };
}

interface Attempted {
  readonly reading: TurnReading;
  readonly attempts: readonly NewAttempt[];
  readonly now: Milliseconds;
}

function turnOf(before: Subscription, { reading, attempts, now }: Attempted): Turn {
  const at = instantAt(now);
  const { accepts } = traitsOf(before);
  const isAccepted = ({ status }: NewAttempt) => status !== null && accepts(status);
  const arrived = attempts.filter(isAccepted);
  const lastArrived = arrived.at(-1)?.seq;
  const isWhole = arrived.length === reading.calls.length;
  const cursor = isWhole
    ? { position: reading.next.position, last_seq: reading.next.lastSeq }
    : { position: lastArrived ?? before.position, last_seq: lastArrived ?? before.last_seq };
  const last = attempts.at(-1);
  const turn = (state: TurnOutcome, result: Omit<TurnResult, 'position' | 'last_seq'>): Turn => ({
    state,
    result: { ...cursor, ...result },
    attempts,
    at,
  });
  const { state, pause_notice, failures, failing_since, noticed_at, quick_since } = before;
  if (last === undefined) return passed(before, at, at, cursor);
  if (isAccepted(last)) {
    const isQuick = attempts.every(({ took_ms }) => took_ms < QUICK);
    const well = { failures: 0, failing_since: null, noticed_at: null, pause_notice: null, due_at: at };
    return turn('delivered', { state, ...well, quick_since: isQuick ? (quick_since ?? at) : null });
  }
  // An event that arrived in this turn ends what failed before.
  const since = arrived.length > 0 ? at : (failing_since ?? at);
  const failed = arrived.length > 0 ? 1 : failures + 1;
  const ill = { failures: failed, failing_since: since, quick_since: null };
  const noticed = arrived.length > 0 ? null : noticed_at;
  const end = endOf(last, since, now);
  // What is paused stays paused, whatever its receiver answers to the notice: it would resume itself after another end.
  if (end !== undefined && state === 'active')
    return turn(end, { ...ill, noticed_at: at, due_at: at, pause_notice, state: end });
  const isLong = now - epochOf(since) >= NOTICE_AFTER;
  const notice = { noticed_at: isLong ? (noticed ?? at) : noticed };
  const untold = end === undefined ? pause_notice : null;
  return turn('put_off', {
    ...ill,
    ...notice,
    state,
    pause_notice: untold,
    due_at: instantAt(now + pauseAfter(failed)),
  });
}

function endOf({ status }: NewAttempt, failingSince: Instant, now: Milliseconds): 'gone' | 'given_up' | undefined {
  if (status === GONE) return 'gone';
  return isAbandoned(failingSince, now) ? 'given_up' : undefined;
}

/** With the attempts, and with what its owner and the log are told. */
const settle =
  (deps: Pick<DeliverDeps, 'clock'>) =>
  async (tx: Tx, before: Subscription, { state, result, attempts, at }: Turn): Promise<void> => {
    if (!(await settleTurn(tx, before, result))) return;
    await addAttempts(tx, attempts);
    const hasEnded = state === 'gone' || state === 'given_up';
    if (!hasEnded && (result.noticed_at === null || result.noticed_at === before.noticed_at)) return;
    const application = await findApplication(tx, before.application_id);
    if (application === undefined) return;
    const { status = null, problem = null } = attempts.at(-1) ?? {};
    const reason = status === null ? (problem ?? '') : `HTTP ${status}`;
    if (hasEnded)
      await recordAudit(tx, byOperator(['subscription.end'], nowOf(deps.clock)), {
        action: 'subscription.end',
        tenantId: application.tenant_id,
        meta: { subscription_id: before.id, application_id: before.application_id, reason: state },
      });
    // A stream that its receiver made has nobody here but who made the application.
    const ownerId = before.created_by ?? application.created_by;
    const [owner] = ownerId === null ? [] : await findUsers(tx, [ownerId]);
    if (owner?.status !== 'active') return;
    await enqueueMail(tx, {
      kind: 'subscription-failing',
      to: owner,
      params: { application: application.name, since: result.failing_since ?? at, reason, ended: hasEnded ? at : '' },
      at,
    });
  };
