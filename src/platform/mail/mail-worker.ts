import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type DeliveryWorker, deliveryWorker } from '../jobs/delivery-worker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SpanStart } from '../metrics/span.ts';
import { tracedAlone } from '../metrics/trace.ts';
import { type DeliveryDeps, deliverMail, settlementOf } from './deliver-mail.ts';
import type { MailState, OutboxMail } from './mail.ts';
import { hasDueMail, leaseMail, recallMails, type Settlement, settleMail } from './outbox-store.ts';

const LOOK_EVERY = 500;
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
    lookEvery: LOOK_EVERY,
    workers: WORKERS,
    tried: TRIED,
    hasDue: hasDueMail,
    recall: recallMails,
    lease: leaseMail,
    attempt: async (mail, now, stop) => {
      const result = await tracedAlone(mailSpan(mail), () => deliverMail(deps, mail, now, stop), told);
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

const told = ({ outcome }: { readonly outcome: string }) => ({ 'iskaznica.mail.outcome': outcome });

/** Logs neither address nor server text: more people can read the log than the outbox. */
function report(log: Logger, { id, kind, attempts }: OutboxMail, { state, last_error }: Settlement): void {
  const facts = { mail: id, kind, attempts, state };
  if (state === 'sent') log.info(facts, 'mail sent');
  else log.warn({ ...facts, reason: last_error?.match(/^E[A-Z]+( E[A-Z]+)?/)?.[0] }, 'mail not sent');
}
