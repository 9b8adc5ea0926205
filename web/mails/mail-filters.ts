/** States that are looked for; a mail is being sent for a moment only. */
export const MAIL_FILTERS = ['queued', 'sent', 'failed', 'cancelled'] as const;
export type MailFilter = (typeof MAIL_FILTERS)[number];
