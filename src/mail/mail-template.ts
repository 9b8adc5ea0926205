import type { MailKind, MailParams } from './mail.ts';

/** What a mail says in one language. All of it is plain text; rendering escapes it. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The label of the one button. It leads to the link of the mail's secret, or else to `path` of the service. */
  readonly button?: { readonly label: string; readonly path?: '/forgot-password' | '/login' };
  /** After the button or the code, in a quieter tone: until when, and what to do if it was not you. */
  readonly notes: readonly string[];
}

export interface MailTemplate<Kind extends MailKind> {
  readonly hr: (params: MailParams[Kind]) => MailText;
  readonly en: (params: MailParams[Kind]) => MailText;
}

export type MailTemplates<Kind extends MailKind = MailKind> = { readonly [K in Kind]: MailTemplate<K> };
