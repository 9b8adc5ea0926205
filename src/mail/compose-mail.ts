import { deriveCode, deriveToken } from '../keys/derived-secret.ts';
import type { Keyring } from '../keys/keyring.ts';
import { oneLine, unlinked } from './harmless-text.ts';
import type { MailKind, OutboxMail, SecretRef } from './mail.ts';
import type { MailText } from './mail-template.ts';
import { mailTemplates } from './mail-templates.ts';
import { type MailSection, renderText } from './render-mail.ts';
import { renderHtml } from './render-mail-html.ts';

/** A mail ready to be sent. It holds the secret in the clear and lives no longer than its sending. */
export interface ComposedMail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly languages: readonly ('hr' | 'en')[];
  /** The token or code inside, so that whoever quotes the mail can be made to leave it out. */
  readonly secret: string | undefined;
}

export interface ComposeDeps {
  readonly keys: Keyring;
  readonly publicUrl: string;
}

/** Chosen by people; the other values are ours. */
const NAMES: ReadonlySet<string> = new Set(['name', 'tenant', 'invited_by', 'device', 'reason']);
/** Whole sentences rather than names. */
const LONG: ReadonlySet<string> = new Set(['reason']);
const LONGEST_SENTENCE = 1000;

/**
 * Puts a mail into words, in Croatian and below it in English for who prefers that, and makes its link or code.
 * @throws Error when the row cannot be understood
 */
export function composeMail({ keys, publicUrl }: ComposeDeps, mail: OutboxMail): ComposedMail {
  const params = harmless(JSON.parse(mail.params));
  const secret = mail.secret_ref === null ? undefined : openSecret(keys, JSON.parse(mail.secret_ref));
  const languages = mail.language === 'en' ? (['hr', 'en'] as const) : (['hr'] as const);
  const sections = languages.map((language): MailSection => {
    const text = textIn(language, mail.kind, params);
    const path = secret?.path ?? text.button?.path;
    const link = path === undefined ? undefined : `${publicUrl}${path}${secret?.path ? `?token=${secret.value}` : ''}`;
    const code = secret === undefined || secret.path ? undefined : secret.value.replace(/^(.{4})/, '$1 ');
    return {
      language,
      text,
      link,
      code,
      greeting: greetingIn(language, params.name),
      footer: footerIn(language, publicUrl),
    };
  });
  const subject = sections.map(({ text }) => text.subject).join(' / ');
  return {
    to: { name: params.name ?? '', address: mail.to_address },
    languages,
    subject,
    secret: secret?.value,
    text: renderText(sections),
    html: renderHtml(subject, sections),
  };
}

type Params = Readonly<Record<string, string>>;

function harmless(params: Record<string, unknown>): Params {
  const clean = Object.entries(params).map(([key, value]) => {
    const line = oneLine(String(value), LONG.has(key) ? LONGEST_SENTENCE : undefined);
    return [key, NAMES.has(key) ? unlinked(line) : line];
  });
  return Object.fromEntries(clean);
}

function openSecret(keys: Keyring, ref: SecretRef): { value: string; path?: string } {
  return ref.kind === 'link'
    ? { value: deriveToken(keys, ref.seed), path: ref.path }
    : { value: deriveCode(keys, ref.seed) };
}

function textIn(language: 'hr' | 'en', kind: MailKind, params: Params): MailText {
  const template = mailTemplates[kind];
  if (template === undefined) throw new Error(`No template for mails of kind ${kind}`);
  return template[language](params as never); // the row holds what `enqueueMail` took for this kind
}

const greetingIn = (language: 'hr' | 'en', name = ''): string =>
  [language === 'hr' ? 'Dobar dan' : 'Hello', ...(name === '' ? [] : [name])].join(', ').concat(',');

const footerIn = (language: 'hr' | 'en', publicUrl: string): string =>
  language === 'hr'
    ? `Ovu je poruku automatski poslala Iskaznica na ${new URL(publicUrl).host}. Na nju ne treba odgovarati.`
    : `This message was sent automatically by Iskaznica at ${new URL(publicUrl).host}. There is no need to answer it.`;
