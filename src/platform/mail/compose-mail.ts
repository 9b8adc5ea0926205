import { fromJson } from '../database/json-column.ts';
import { deriveCode, deriveToken } from '../keys/derived-secret.ts';
import type { Keyring } from '../keys/keyring.ts';
import { LOGO_CID, type MailBrand, type OutboxMail, type SecretRef } from './mail.ts';
import type { MailTemplates } from './mail-template.ts';
import { type MailSection, renderText } from './render-mail.ts';
import { mailStyles, renderHtml } from './render-mail-html.ts';

/** A mail ready to be sent. It contains the plain secret and lives no longer than its sending. */
export interface ComposedMail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The picture that the HTML shows. */
  readonly logo: Buffer | undefined;
  readonly languages: readonly ('hr' | 'en')[];
  /** The token or code inside, so that it can be removed wherever the mail is quoted. */
  readonly secret: string | undefined;
}

export interface ComposeDeps {
  readonly keys: Keyring;
  readonly publicUrl: string;
  readonly mailTemplates: MailTemplates;
}

const LONGEST_SENTENCE = 1000;

/**
 * Renders a mail in Croatian, with English below for users who prefer it, and derives its link or code.
 * @throws Error when the row is invalid
 */
export function composeMail(
  { keys, publicUrl, mailTemplates }: ComposeDeps,
  mail: OutboxMail,
  brand?: MailBrand,
): ComposedMail {
  const template = mailTemplates[mail.kind];
  if (template === undefined) throw new Error(`No template for mails of kind ${mail.kind}`);
  const params = harmless(fromJson(mail.params), { name: 'name', ...template.chosen });
  const secret = mail.secret_ref === null ? undefined : openSecret(keys, fromJson(mail.secret_ref));
  const languages = mail.language === 'en' ? (['hr', 'en'] as const) : (['hr'] as const);
  const sections = languages.map((language): MailSection => {
    const text = template[language](params as never); // the row has the parameters that `enqueueMail` accepted for this kind
    const path = secret?.path ?? text.button?.path;
    const link = path === undefined ? undefined : `${publicUrl}${path}${secret?.path ? `?token=${secret.value}` : ''}`;
    const code = secret === undefined || secret.path ? undefined : inHalves(secret.value);
    return {
      language,
      text,
      link,
      code,
      greeting: greetingIn(language, params.name),
      footer: footerIn(language, publicUrl),
    };
  });
  const code = secret?.path === undefined ? secret?.value : undefined; // a link's token never: a name may say `{code}`
  const subject = sections
    .map(({ text }) => (code === undefined ? text.subject : text.subject.replace('{code}', code)))
    .join(' / ');
  return {
    to: { name: params.name ?? '', address: mail.to_address },
    languages,
    subject,
    secret: secret?.value,
    text: renderText(sections),
    logo: brand?.logo,
    html: renderHtml(subject, sections, {
      name: brand === undefined ? 'Iskaznica' : unlinked(oneLine(brand.name)),
      logo: brand?.logo && `cid:${LOGO_CID}`,
      styles: mailStyles(brand?.color ?? null),
    }),
  };
}

type Params = Readonly<Record<string, string>>;

type Chosen = Readonly<Record<string, 'name' | 'sentence' | undefined>>;

function harmless(params: Record<string, unknown>, chosen: Chosen): Params {
  const clean = Object.entries(params).map(([key, value]) => {
    const line = oneLine(String(value), chosen[key] === 'sentence' ? LONGEST_SENTENCE : undefined);
    return [key, chosen[key] ? unlinked(line) : line];
  });
  return Object.fromEntries(clean);
}

function openSecret(keys: Keyring, ref: SecretRef): { value: string; path?: string } {
  return ref.kind === 'link'
    ? { value: deriveToken(keys, ref.seed), path: ref.path }
    : { value: deriveCode(keys, ref.seed, ref.digits) };
}

/** The code in two halves, easier to read: `1234 5678`. */
export const inHalves = (code: string): string => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

const greetingIn = (language: 'hr' | 'en', name = ''): string =>
  [language === 'hr' ? 'Dobar dan' : 'Hello', ...(name === '' ? [] : [name])].join(', ').concat(',');

const footerIn = (language: 'hr' | 'en', publicUrl: string): string =>
  language === 'hr'
    ? `Ovu je poruku automatski poslala Iskaznica na ${new URL(publicUrl).host}. Na nju ne treba odgovarati.`
    : `This message was sent automatically by Iskaznica at ${new URL(publicUrl).host}. There is no need to answer it.`;

const LONGEST = 100;
/** Control characters (CR and LF end a header), format characters (bidi marks reverse text), surrogates, line separators. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;
/** Mail programs decode what begins like this in a header (RFC 2047), and so would show whatever was removed here. */
const ENCODED_WORD = /=(?=\?)/g;
/** A dot inside a word, also of the kinds that browsers read as one in a host (UTS #46). */
const JOINING_DOT = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{N}]{2})/gu;

/** A user-supplied value on one line, without invisible characters, by default at most 100 characters. */
function oneLine(text: string, longest = LONGEST): string {
  const visible = [...text.replace(INVISIBLE, ' ').replace(ENCODED_WORD, '= ').replace(/\s+/g, ' ').trim()];
  return visible.length <= longest
    ? visible.join('')
    : `${visible
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * Keeps mail programs from turning a name into a link: otherwise anybody could send their own link to others under the
 * service's letterhead. A space after the dot is enough, and correct in `Sv. Ana`; `d.o.o.` stays as it is.
 */
const unlinked = (name: string): string => name.replace(/:\/\/+/g, ' ').replace(JOINING_DOT, '$& ');
