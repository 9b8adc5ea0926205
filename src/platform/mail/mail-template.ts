import type { MailKind, MailParams } from './mail.ts';

/** A mail in one language. All plain text; rendering escapes it. */
export interface MailText {
  /** `{code}` is replaced by the mail's code. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the only button. It leads to the mail's secret link, or else to `path` of the service. */
  readonly button?: { readonly label: string; readonly path?: '/forgot-password' | '/login' };
  /** After the button or code, less prominent: the expiry, and what to do if it was not you. */
  readonly notes: readonly string[];
}

export interface MailTemplate<Kind extends MailKind> {
  readonly hr: (params: MailParams[Kind]) => MailText;
  readonly en: (params: MailParams[Kind]) => MailText;
  /** The parameters that people chose, which are sanitised first. A name is cut shorter than a sentence. */
  readonly chosen?: { readonly [Member in keyof MailParams[Kind]]?: 'name' | 'sentence' };
}

export type MailTemplates<Kind extends MailKind = MailKind> = { readonly [K in Kind]: MailTemplate<K> };
