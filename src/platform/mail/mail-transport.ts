import type { ComposedMail } from './compose-mail.ts';
import type { OutboxMail } from './mail.ts';

/** Result of one attempt. `retry`: it may work later. `failed`: it never will. `error` contains no secret. */
export type Delivery = { readonly outcome: 'sent' } | { readonly outcome: 'retry' | 'failed'; readonly error: string };

export interface MailTransport {
  /** Never throws. `stop` aborts the attempt. */
  deliver(mail: OutboxMail, composed: ComposedMail, stop: AbortSignal): Promise<Delivery>;
}
