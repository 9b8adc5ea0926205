import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../jobs/delivery-worker.ts';
import { nextTry } from '../jobs/next-try.ts';
import { type Clock, type Instant, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import type { SpanStart } from '../metrics/span.ts';
import { tracedAlone } from '../metrics/trace.ts';
import { type ComposeDeps, type ComposedMail, composeMail } from './compose-mail.ts';
import type { MailBrand, MailState, OutboxMail } from './mail.ts';
import type { Delivery, MailTransport } from './mail-transport.ts';
import { hasDueMail, leaseMail, recallMails, type Settlement, settleMail } from './outbox-store.ts';

const CHECK_EVERY = 500;
const WORKERS = 4;
/** The state after an attempt; `queued` will be retried. */
const TRIED: readonly MailState[] = ['sent', 'queued', 'failed'];

export interface MailWorkerDeps extends DeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Sends mails of the outbox on this node. */
export type MailWorker = DeliveryWorker<MailState>;

export const mailWorker = (deps: MailWorkerDeps): MailWorker =>
  deliveryWorker<OutboxMail, MailState, Settlement>(deps, {
    name: 'the outbox',
    pollEvery: CHECK_EVERY,
    workers: WORKERS,
    tried: TRIED,
    hasDue: hasDueMail,
    recall: recallMails,
    lease: leaseMail,
    attempt: async (mail, now, stop) => {
      const result = await tracedAlone(mailSpan(mail), () => deliverMail(deps, mail, now, stop), outcomeAttributes);
      const settlement = settlementOf(mail, result, deps.clock.now());
      report(deps.log, mail, settlement);
      return settlement;
    },
    settle: settleMail,
  });

const mailSpan = ({ kind, attempts }: OutboxMail): SpanStart => ({
  name: `mail ${kind}`,
  kind: 'client',
  attributes: { 'iskaznica.mail': kind, 'iskaznica.mail.attempt': attempts },
});

const outcomeAttributes = ({ outcome }: { readonly outcome: string }) => ({ 'iskaznica.mail.outcome': outcome });

/** Logs neither address nor server text: more people can read the log than the outbox. */
function report(log: Logger, { id, kind, attempts }: OutboxMail, { state, last_error }: Settlement): void {
  const facts = { mail: id, kind, attempts, state };
  if (state === 'sent') log.info(facts, 'mail sent');
  else log.warn({ ...facts, reason: last_error?.match(/^E[A-Z]+( E[A-Z]+)?/)?.[0] }, 'mail not sent');
}

interface DeliveryDeps extends ComposeDeps {
  readonly transport: MailTransport;
  /**
   * The mail to send now. `undefined` when its reason no longer exists: the link was used, replaced or cancelled. The mail may
   * differ from the row, which is never rewritten.
   */
  readonly asOfNow: (mail: OutboxMail) => Promise<OutboxMail | undefined>;
  /** The current branding of the tenant that the mail is from; `undefined` for a mail of the service itself. */
  readonly brandOf: (mail: OutboxMail) => Promise<MailBrand | undefined>;
}

type Result = Delivery | { readonly outcome: 'cancelled'; readonly error: string };

/** One attempt, outside any transaction. Never throws: one broken mail must not hold up the others. */
async function deliverMail(
  deps: DeliveryDeps,
  mail: OutboxMail,
  now: Milliseconds,
  stop: AbortSignal,
): Promise<Result> {
  if (isOver(mail, now)) return { outcome: 'cancelled', error: 'It expired before it could be sent' };
  let current: OutboxMail | undefined;
  let brand: MailBrand | undefined;
  try {
    current = await deps.asOfNow(mail);
    brand = await deps.brandOf(mail);
  } catch {
    return { outcome: 'retry', error: 'It could not be told whether the mail is still wanted' };
  }
  if (current === undefined) return { outcome: 'cancelled', error: 'Its link or code no longer works' };
  const composed = composeSafely(deps, current, brand);
  return composed === undefined
    ? { outcome: 'failed', error: 'The mail could not be put into words' }
    : deps.transport.deliver(current, composed, stop);
}

/** A link or code that expired while the mail waited is useless. */
function isOver({ params, secret_ref }: OutboxMail, now: Milliseconds): boolean {
  const expiry = secret_ref === null ? undefined : /"expires_at":"([^"]+)"/.exec(params)?.[1];
  return expiry !== undefined && Date.parse(expiry) <= now;
}

/** Hides the error, which may quote the row's contents. */
function composeSafely(deps: ComposeDeps, mail: OutboxMail, brand: MailBrand | undefined): ComposedMail | undefined {
  try {
    return composeMail(deps, mail, brand);
  } catch {
    return undefined;
  }
}

/** The row after an attempt. */
function settlementOf(mail: OutboxMail, result: Result, now: Milliseconds): Settlement {
  if (result.outcome === 'sent') return { state: 'sent', sent_at: instantAt(now), last_error: null };
  const { outcome, error } = result;
  if (outcome !== 'retry') return { state: outcome, last_error: error };
  const next = nextTry(mail, now);
  const due: Instant = next === undefined ? mail.due_at : instantAt(next);
  return { state: next === undefined ? 'failed' : 'queued', due_at: due, last_error: error };
}
