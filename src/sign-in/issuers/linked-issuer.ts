import type { AuditEntry } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { enqueueMail, type Recipient } from '../../platform/mail/enqueue-mail.ts';
import type { SignInEntry } from '../login/second-factor.ts';
import type { alarmLink } from '../security-notices/alarm-link.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { findProviderOfIssuer, holdProviderOfIssuer } from './identity-providers-store.ts';

type Alarm = Awaited<ReturnType<typeof alarmLink>>;

/** An issuer to whose accounts people link theirs, and what records, mails and refusals call that. */
export interface LinkedIssuer {
  /** Its links are keyed by it. */
  readonly issuer: string;
  /** What its refusals begin with. */
  readonly refusals: 'google' | 'identity';
  /** Whether an address that it has verified is linked at first use. */
  readonly mayVouchFor: (email: string) => boolean;
  readonly login: (linked: boolean) => SignInEntry;
  readonly link: (first_use: boolean) => AuditEntry<'google.link' | 'identity.link'>;
  readonly unlink: () => AuditEntry<'google.unlink' | 'identity.unlink'>;
  readonly mailLinked: (tx: Tx, to: Recipient, at: Instant, alarm: Alarm) => Promise<unknown>;
  readonly mailUnlinked: (tx: Tx, to: Recipient, at: Instant) => Promise<unknown>;
  /** What goes from the account with the link. */
  readonly goesToo: { readonly google_picture?: null };
}

/** Google, which is built in: no row, and no address, so that nobody registers it as another. */
export const GOOGLE: LinkedIssuer = {
  issuer: 'google',
  refusals: 'google',
  mayVouchFor: () => true,
  login: (linked) => (meta) => ({ action: 'google.login', meta: { ...meta, linked } }),
  link: (first_use) => ({ action: 'google.link', meta: { first_use } }),
  unlink: () => ({ action: 'google.unlink' }),
  mailLinked: (tx, to, at, { params, secret }) =>
    enqueueMail(tx, { kind: 'google-linked', to, params: { at, ...params }, secret, at }),
  mailUnlinked: (tx, to, at) => enqueueMail(tx, { kind: 'google-unlinked', to, params: { at }, at }),
  goesToo: { google_picture: null },
};

export const linkedIssuerOf = ({ issuer, key, name, linking, domains }: IdentityProvider): LinkedIssuer => ({
  issuer,
  refusals: 'identity',
  mayVouchFor: (email) => linking === 'verified_email' && domains.includes(email.slice(email.lastIndexOf('@') + 1)),
  login: (linked) => (meta) => ({ action: 'identity.login', meta: { ...meta, provider: key, linked } }),
  link: (first_use) => ({ action: 'identity.link', meta: { provider: key, first_use } }),
  unlink: () => ({ action: 'identity.unlink', meta: { provider: key } }),
  mailLinked: (tx, to, at, { params, secret }) =>
    enqueueMail(tx, { kind: 'identity-linked', to, params: { at, provider: name, ...params }, secret, at }),
  mailUnlinked: (tx, to, at) => enqueueMail(tx, { kind: 'identity-unlinked', to, params: { at, provider: name }, at }),
  goesToo: {},
});

/** `undefined` for a provider that was removed. */
export const findLinkedIssuer = (db: Db, issuer: string) =>
  linkedIssuer(issuer, () => findProviderOfIssuer(db, issuer));

/** The same, with its row locked until the transaction ends: whoever adds a link holds it. */
export const holdLinkedIssuer = (tx: Tx, issuer: string) =>
  linkedIssuer(issuer, () => holdProviderOfIssuer(tx, issuer));

async function linkedIssuer(
  issuer: string,
  read: () => Promise<IdentityProvider | undefined>,
): Promise<LinkedIssuer | undefined> {
  if (issuer === GOOGLE.issuer) return GOOGLE;
  const provider = await read();
  return provider && linkedIssuerOf(provider);
}
