import type { Static } from 'typebox';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { canonicalEmail } from '../../platform/kernel/email-address.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { type IdentityProvider, isSafeAddress, sealClientSecret } from './identity-provider.ts';
import * as store from './identity-providers-store.ts';
import { findIdentityProvider } from './identity-providers-store.ts';
import type { ProviderBody, ProviderChangeBody } from './identity-providers-wire.ts';
import type { IdentityProvidersDeps } from './issuers-deps.ts';

const DEFAULT_SCOPES = ['openid', 'profile', 'email'];

/** @throws AppError 409 when its key or issuer is taken, or there are too many; InvalidRequest 422 */
export function createIdentityProvider(
  { database, keys, permitsPrivate }: IdentityProvidersDeps,
  call: Call,
  body: Static<typeof ProviderBody>,
): Promise<IdentityProvider> {
  const issuer = checkedIssuer(body.issuer, permitsPrivate);
  const wanted: IdentityProvider = {
    key: body.key,
    name: checkedName(body.name),
    issuer,
    client_id: body.client_id,
    client_secret: sealClientSecret(keys, issuer, body.client_secret),
    scopes: checkedScopes(body.scopes ?? DEFAULT_SCOPES),
    linking: body.linking ?? 'never',
    domains: checkedDomains(body.domains ?? []),
    created_at: call.at,
    updated_at: call.at,
  };
  requireDomains(wanted.linking, wanted.domains);
  return database.transaction(async (tx) => {
    if (!(await store.takeSlot(tx))) throw new AppError('identity_providers.too_many');
    const provider = await store.addProvider(tx, wanted);
    if (provider === undefined) throw new AppError('identity_providers.taken');
    const { key, name, linking, domains } = provider;
    await recordAudit(tx, call, {
      action: 'identity_provider.create',
      meta: { key, issuer, name, linking, domains },
    });
    return provider;
  });
}

/** Changes the members sent. @throws AppError 404; 409 for another issuer; InvalidRequest 422 */
export function changeIdentityProvider(
  { database, keys }: IdentityProvidersDeps,
  call: Call,
  key: string,
  { issuer, client_secret, ...body }: Static<typeof ProviderChangeBody>,
): Promise<IdentityProvider> {
  return database.transaction(async (tx) => {
    const before = await findIdentityProvider(tx, key);
    if (before === undefined) throw new AppError('identity_providers.not_found');
    if (issuer !== undefined && issuer !== before.issuer) throw new AppError('identity_providers.issuer_fixed');
    const changed = {
      ...(body.name === undefined ? {} : { name: checkedName(body.name) }),
      ...(body.client_id === undefined ? {} : { client_id: body.client_id }),
      ...(body.scopes === undefined ? {} : { scopes: checkedScopes(body.scopes) }),
      ...(body.linking === undefined ? {} : { linking: body.linking }),
      ...(body.domains === undefined ? {} : { domains: checkedDomains(body.domains) }),
    };
    const secret = client_secret && sealClientSecret(keys, before.issuer, client_secret);
    if (Object.keys(changed).length === 0 && secret === undefined) return before;
    const after = await store.changeProvider(tx, key, {
      ...changed,
      ...(secret ? { client_secret: secret } : {}),
      updated_at: call.at,
    });
    if (after === undefined) throw new AppError('identity_providers.not_found');
    requireDomains(after.linking, after.domains); // the current row, which somebody else may have changed meanwhile
    await recordAudit(tx, call, {
      action: 'identity_provider.update',
      meta: { key, issuer: before.issuer, changed, secret_replaced: secret !== undefined },
    });
    return after;
  });
}

/** Removes a provider and every link to it. @throws AppError 404 */
export async function deleteIdentityProvider(
  { database }: IdentityProvidersDeps,
  call: Call,
  key: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const provider = await store.deleteProvider(tx, key);
    if (provider === undefined) throw new AppError('identity_providers.not_found');
    const { issuer, name } = provider;
    await recordAudit(tx, call, { action: 'identity_provider.delete', meta: { key, issuer, name } });
  });
}

/** @throws InvalidRequest (422) */
function checkedName(name: string): string {
  if (hasUnsafeCharacters(name)) throw invalidField('body', 'name', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  const clean = normalised(name);
  if (clean === '') throw invalidField('body', 'name', 'missing', 'Ovo je polje obavezno.');
  return clean;
}

/**
 * An issuer's identifier (OpenID Connect Discovery §3): `https` without query or fragment.
 * @throws InvalidRequest (422)
 */
function checkedIssuer(issuer: string, permitsPrivate: boolean): string {
  const url = URL.parse(issuer);
  const isBare = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === null || !isBare || !isSafeAddress(url, permitsPrivate) || /[?#\s]/.test(issuer))
    throw invalidField('body', 'issuer', 'issuer', 'Upišite adresu koja počinje s https://, bez upitnika i ljestvi.');
  return issuer;
}

/** Canonical and without duplicates. @throws InvalidRequest (422) */
function checkedDomains(domains: readonly string[]): string[] {
  const canonical = domains.map((domain) => {
    const address = canonicalEmail(`x@${domain.trim().replace(/^@/, '')}`);
    if (address === undefined)
      throw invalidField('body', 'domains', 'domain', 'Upišite domene kao klub.hr, bez adresa i razmaka.');
    return address.slice(2);
  });
  return [...new Set(canonical)].sort();
}

/** Without duplicates, and with `openid`, without which there is no ID token. */
const checkedScopes = (scopes: readonly string[]): string[] => [...new Set(['openid', ...scopes])];

/** Linking by verified addresses needs at least one domain. @throws InvalidRequest (422) */
function requireDomains(linking: string, domains: readonly string[]): void {
  if (linking === 'verified_email' && domains.length === 0)
    throw invalidField('body', 'domains', 'missing', 'Navedite domene čijim se adresama vjeruje.');
}
