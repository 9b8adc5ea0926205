import type { Answer, ContactWay, Ground, OrderKind, Proof } from '../../accounts/recipients/order.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { StreamStatus } from './stream.ts';
import type { Form, SubscriptionState } from './subscription.ts';

interface Which {
  subscription_id: string;
  application_id: string;
}

interface OfOrder {
  order_id: string;
  recipient_id: string;
  kind: OrderKind;
}

export const eventActions = {
  'subscription.create': action<Which & { form: Form; names: boolean }>({
    group: 'service',
    act: { hr: 'nova pretplata na događaje', en: 'subscription to events made' },
    deed: { en: 'subscribed an application to events' },
  }),
  /** `state`: the new one, where an administrator paused or resumed it. */
  'subscription.update': action<Which & { changed: readonly string[]; state?: SubscriptionState }>({
    group: 'service',
    act: { hr: 'promijenjena pretplata na događaje', en: 'subscription to events changed' },
    deed: { en: 'changed a subscription to events' },
  }),
  'subscription.delete': action<Which>({
    group: 'service',
    act: { hr: 'uklonjena pretplata na događaje', en: 'subscription to events removed' },
    deed: { en: 'removed a subscription to events' },
  }),
  'subscription.secret': action<Which>({
    group: 'service',
    act: { hr: 'nova tajna pretplate na događaje', en: 'new secret of a subscription to events' },
    deed: { en: 'made a new secret for a subscription to events' },
  }),
  'subscription.replay': action<Which & { after: number }>({
    group: 'service',
    act: { hr: 'ponovno slanje događaja', en: 'events sent again' },
    deed: { en: 'had events sent again' },
  }),
  /** Its receiver paused or resumed it itself. */
  'subscription.status': action<Which & { status: StreamStatus }>({
    group: 'service',
    act: { hr: 'zaustavljen ili nastavljen tok događaja', en: 'stream of events paused or resumed by its receiver' },
    deed: { en: 'paused or resumed its stream of events' },
  }),
  /** Its receiver asked for an event that proves the way. */
  'subscription.verify': action<Which & { verification: string }>({
    group: 'service',
    act: { hr: 'zatražena provjera toka događaja', en: 'proof of a stream of events asked for' },
    deed: { en: 'asked for a proof of its stream of events' },
  }),
  /** Its receiver is gone, or did not answer for three days. */
  'subscription.end': action<Which & { reason: SubscriptionState }>({
    group: 'service',
    act: { hr: 'zaustavljena pretplata na događaje', en: 'subscription to events stopped' },
    deed: { en: 'stopped a subscription whose receiver does not answer' },
  }),
  /** Somebody outside who is given data of people was entered. Its name is in the register. */
  'recipient.create': action<{ recipient_id: string }>({
    group: 'privacy',
    act: { hr: 'upisan primatelj podataka', en: 'recipient of data added' },
    deed: { en: 'added a recipient of data' },
  }),
  'recipient.people': action<{ recipient_id: string; people: number }>({
    group: 'privacy',
    act: { hr: 'podaci dani primatelju', en: 'data given to a recipient' },
    deed: { en: 'noted that a recipient was given data' },
  }),
  /** The recipient has taken it. */
  'order.send': action<OfOrder>({
    group: 'privacy',
    act: { hr: 'primatelj obaviješten', en: 'recipient told' },
    deed: { en: 'told a recipient to erase or correct data' },
  }),
  'order.told': action<OfOrder & { told_on: string; told_by: ContactWay }>({
    group: 'privacy',
    act: { hr: 'upisano da je primatelj obaviješten', en: 'noted that a recipient was told' },
    deed: { en: 'noted that a recipient was told' },
  }),
  'order.answer': action<OfOrder & { answer: Answer | null; ground: Ground | null; proof: Proof }>({
    group: 'privacy',
    act: { hr: 'primatelj odgovorio', en: 'recipient answered' },
    deed: { en: 'took the answer of a recipient' },
  }),
  /** No answer for fourteen days. */
  'order.overdue': action<OfOrder>({
    group: 'privacy',
    act: { hr: 'primatelj nije odgovorio', en: 'recipient did not answer' },
    deed: { en: 'noted that a recipient has not answered' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof eventActions> {}
}
