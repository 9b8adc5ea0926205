import { epochOf, type Instant, instantAt } from '../kernel/clock.ts';
import type { Milliseconds } from '../kernel/durations.ts';
import { type ComposeDeps, type ComposedMail, composeMail } from './compose-mail.ts';
import type { OutboxMail } from './mail.ts';
import { nextTry } from './mail-retry.ts';
import type { Delivery, MailTransport } from './mail-transport.ts';
import type { Settlement } from './outbox-store.ts';

export interface DeliveryDeps extends ComposeDeps {
  readonly transport: MailTransport;
  /**
   * The mail as it is to go out now, `undefined` where what it is about no longer holds: its link was used, replaced or
   * cancelled. It may say something else than the row, which stays as it was written.
   */
  readonly asOfNow: (mail: OutboxMail) => Promise<OutboxMail | undefined>;
}

type Result = Delivery | { readonly outcome: 'cancelled'; readonly error: string };

/** One try, outside any transaction. Never throws: a mail that breaks something must not hold the others. */
export async function deliverMail(
  deps: DeliveryDeps,
  mail: OutboxMail,
  now: Milliseconds,
  stop: AbortSignal,
): Promise<Result> {
  if (isOver(mail, now)) return { outcome: 'cancelled', error: 'It expired before it could be sent' };
  let current: OutboxMail | undefined;
  try {
    current = await deps.asOfNow(mail);
  } catch {
    return { outcome: 'retry', error: 'It could not be told whether the mail is still wanted' };
  }
  if (current === undefined) return { outcome: 'cancelled', error: 'Its link or code no longer works' };
  const composed = composeSafely(deps, current);
  return composed === undefined
    ? { outcome: 'failed', error: 'The mail could not be put into words' }
    : deps.transport.deliver(current, composed, stop);
}

/** A link or code that expired while the mail waited helps nobody. */
function isOver({ params, secret_ref }: OutboxMail, now: Milliseconds): boolean {
  const expiry = secret_ref === null ? undefined : /"expires_at":"([^"]+)"/.exec(params)?.[1];
  return expiry !== undefined && epochOf(expiry) <= now;
}

/** What is thrown here may hold the contents of the row; it goes nowhere. */
function composeSafely(deps: ComposeDeps, mail: OutboxMail): ComposedMail | undefined {
  try {
    return composeMail(deps, mail);
  } catch {
    return undefined;
  }
}

/** The row after a try. */
export function settlementOf(mail: OutboxMail, result: Result, now: Milliseconds): Settlement {
  if (result.outcome === 'sent') return { state: 'sent', sent_at: instantAt(now), last_error: null };
  const { outcome, error } = result;
  if (outcome !== 'retry') return { state: outcome, last_error: error };
  const next = nextTry(mail, now);
  const due: Instant = next === undefined ? mail.due_at : instantAt(next);
  return { state: next === undefined ? 'failed' : 'queued', due_at: due, last_error: error };
}
