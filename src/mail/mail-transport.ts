import type { ComposedMail } from './compose-mail.ts';
import type { OutboxMail } from './mail.ts';

/** What became of one try. `retry`: it may work later. `failed`: it never will. `error` names no secret. */
export type Delivery = { readonly outcome: 'sent' } | { readonly outcome: 'retry' | 'failed'; readonly error: string };

/** Where mails go. */
export interface MailTransport {
  /** Never throws. `stop` ends a try that is under way. */
  deliver(mail: OutboxMail, composed: ComposedMail, stop: AbortSignal): Promise<Delivery>;
}
