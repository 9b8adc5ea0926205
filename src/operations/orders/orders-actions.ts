import type { Answer, Ground, OrderKind, Proof, WayTold } from '../../accounts/recipients/order.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

interface OfOrder {
  order_id: string;
  recipient_id: string;
  kind: OrderKind;
}

export const orderActions = {
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
  'order.told': action<OfOrder & { told_on: string; told_by: WayTold }>({
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
  interface AuditMetas extends MetasOf<typeof orderActions> {}
}
