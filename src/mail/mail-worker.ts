import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { minutes, seconds } from '../kernel/durations.ts';
import type { SpanStart } from '../tracing/span.ts';
import { tracedAlone } from '../tracing/trace.ts';
import { type DeliveryDeps, deliverMail, settlementOf } from './deliver-mail.ts';
import type { MailState, OutboxMail } from './mail.ts';
import { hasDueMail, leaseMail, type Settlement, settleMail } from './outbox-store.ts';

const LANES = 4;
const LOOK_EVERY = 500;
/** Longer than an attempt and storing its result may take together. */
const LEASE = minutes(2);
/** A sent mail whose row cannot be updated would be sent again, so this is retried for a while. */
const SETTLE_PAUSES = [seconds(1), seconds(3), seconds(6), seconds(12)];
const FINISH_WITHIN = seconds(5);
const COMPLAIN_EVERY = minutes(1);
/** The state after an attempt; `queued` will be retried. */
const TRIED = ['sent', 'queued', 'failed'] as const;

type Outcomes = Map<MailState, number>;

export interface MailWorkerDeps extends DeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends this node's share of the outbox. */
export interface MailWorker {
  /** Starts polling. */
  start(): void;
  /** Attempts everything due now; resolves when no mail is in progress. */
  deliverDue(): Promise<void>;
  /** Finished attempts by resulting state. */
  outcomes(): ReadonlyMap<MailState, number>;
  /** Takes no more mails; attempts in progress get a moment to finish and are then put off. */
  close(): Promise<void>;
}

export function mailWorker(deps: MailWorkerDeps): MailWorker {
  const { database, clock, log } = deps;
  const outcomes: Outcomes = new Map(TRIED.map((state) => [state, 0]));
  const lanes = new Set<Promise<void>>();
  const stop = new AbortController();
  const closing = new AbortController();
  let looking: NodeJS.Timeout | undefined;
  let complainedAt = -Infinity;

  const fillLanes = () => {
    while (lanes.size < LANES && !closing.signal.aborted) {
      const lane: Promise<void> = runLane(deps, outcomes, closing.signal, stop.signal)
        .catch(complain)
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  };
  const complain = (error: unknown) => {
    if (clock.now() - complainedAt < COMPLAIN_EVERY) return;
    complainedAt = clock.now();
    log.warn({ err: error }, 'the outbox is unavailable');
  };
  const look = async () => {
    try {
      if (lanes.size < LANES && (await hasDueMail(database.read, instantAt(clock.now())))) fillLanes();
    } catch (error) {
      complain(error);
    }
    if (!closing.signal.aborted) looking = setTimeout(() => void look(), LOOK_EVERY);
  };
  return {
    start: () => void look(),
    deliverDue: async () => {
      fillLanes();
      await Promise.all(lanes);
    },
    outcomes: () => outcomes,
    close: async () => {
      closing.abort();
      clearTimeout(looking);
      const finished = Promise.all(lanes);
      const enough = new AbortController();
      await Promise.race([finished, pause(FINISH_WITHIN, undefined, { signal: enough.signal }).catch(() => {})]);
      enough.abort();
      stop.abort();
      await finished;
    },
  };
}

/** Sends one mail after the other until none is due. Workers do not wait for each other. */
async function runLane(
  deps: MailWorkerDeps,
  outcomes: Outcomes,
  closing: AbortSignal,
  stop: AbortSignal,
): Promise<void> {
  const { database, clock } = deps;
  while (!closing.aborted) {
    const now = clock.now();
    const [at, until] = [instantAt(now), instantAt(now + LEASE)];
    const mail = await database.transaction((tx) => leaseMail(tx, at, until));
    if (mail === undefined) return;
    const result = await tracedAlone(mailSpan(mail), () => deliverMail(deps, mail, now, stop), told);
    const settlement = settlementOf(mail, result, clock.now());
    report(deps.log, mail, settlement);
    outcomes.set(settlement.state, (outcomes.get(settlement.state) ?? 0) + 1);
    await settle(database, mail, settlement, stop);
  }
}

const mailSpan = ({ kind, attempts }: OutboxMail): SpanStart => ({
  name: `mail ${kind}`,
  kind: 'client',
  attributes: { 'iskaznica.mail': kind, 'iskaznica.mail.attempt': attempts },
});

const told = ({ outcome }: { readonly outcome: string }) => ({ 'iskaznica.mail.outcome': outcome });

/**
 * Retries patiently, but not when the node is shutting down: the lease then expires and the mail is attempted again.
 */
async function settle(database: Database, mail: OutboxMail, settlement: Settlement, stop: AbortSignal): Promise<void> {
  for (const wait of [...SETTLE_PAUSES, undefined]) {
    try {
      return await database.transaction((tx) => settleMail(tx, mail, settlement));
    } catch (error) {
      if (wait === undefined || stop.aborted) throw error;
      await pause(wait, undefined, { signal: stop });
    }
  }
}

/** No address and no server text: more people read the log than the outbox. */
function report(log: Logger, { id, kind, attempts }: OutboxMail, { state, last_error }: Settlement): void {
  const facts = { mail: id, kind, attempts, state };
  if (state === 'sent') log.info(facts, 'mail sent');
  else log.warn({ ...facts, reason: last_error?.match(/^E[A-Z]+( E[A-Z]+)?/)?.[0] }, 'mail not sent');
}
