/** Filterable states; `sending` lasts only for a moment. */
export const MAIL_FILTERS = ['queued', 'sent', 'failed', 'cancelled'] as const;
export type MailFilter = (typeof MAIL_FILTERS)[number];
