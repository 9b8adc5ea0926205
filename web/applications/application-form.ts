import type { Application } from '../../client/wire-types.ts';
import { type Connection, isProduct, PRODUCTS, type Product, type ProductKey } from './connections.ts';

type ApplicationScope = Application['scopes'][number];

export const SCOPES_TO_CHOOSE: readonly ApplicationScope[] = [
  'profile',
  'email',
  'phone',
  'membership',
  'oib',
  'offline_access',
];

export const SERVICE_SCOPES_TO_CHOOSE: readonly ApplicationScope[] = [
  'users:read',
  'users:write',
  'invitations:write',
  'imports:write',
  'audit:read',
  'documents:read',
  'documents:write',
  'stats:read',
  'events:read',
  'introspect',
];

/** The typed fields of the form. */
export interface ApplicationForm {
  /** What is connected; empty until somebody has chosen, and for an application that exists. */
  readonly connection: Connection | '';
  /** The address of a known program's site, which gives the one that it takes people back to. */
  readonly site: string;
  readonly name: string;
  readonly kind: Application['kind'];
  /** One address per line. */
  readonly redirect: string;
  readonly logout: string;
  readonly notice: string;
  readonly scopes: readonly string[];
  readonly oibGround: string;
  readonly roles: readonly string[];
  /** The id of a tenant; empty: everybody. */
  readonly tenant: string;
  /** Reaches what is below its tenant too. */
  readonly below: boolean;
  readonly trusted: boolean;
  readonly foreign: boolean;
  /** Sends a `nonce` instead of PKCE. */
  readonly withoutPkce: boolean;
}

export const formOf = (application: Application | undefined): ApplicationForm => ({
  connection: '',
  site: '',
  name: application?.name ?? '',
  kind: application?.kind ?? 'web',
  redirect: (application?.redirect_uris ?? []).join('\n'),
  logout: (application?.post_logout_redirect_uris ?? []).join('\n'),
  notice: application?.backchannel_logout_uri ?? '',
  scopes: application?.scopes ?? ['profile', 'email'],
  oibGround: application?.oib_ground ?? '',
  roles: application?.who.roles ?? [],
  tenant: String(application?.tenant_id ?? ''),
  below: application?.below ?? application?.who.below ?? false,
  trusted: application?.trusted ?? false,
  foreign: application?.foreign ?? false,
  withoutPkce: application?.pkce === 'optional',
});

/** What the choice fills in. */
export function filledFor(connection: Connection): Partial<ApplicationForm> {
  if (!isProduct(connection))
    return { connection, kind: connection, ...(connection === 'service' ? { scopes: [] } : {}) };
  const product: Product = PRODUCTS[connection];
  return { connection, kind: 'web', name: product.name, withoutPkce: product.withoutPkce ?? false };
}

/** The product that was chosen for a new application. */
export const productOf = ({ connection }: ApplicationForm): ProductKey | undefined =>
  connection !== '' && isProduct(connection) ? connection : undefined;

/** What the address of its site fills in: an address with a path is kept, `klub.hr` gets `https://`. */
export function filledForSite(product: ProductKey, site: string): Partial<ApplicationForm> {
  const bare = site.trim().replace(/\/+$/, '');
  const address = bare === '' || /^[a-z]+:\/\//i.test(bare) ? bare : `https://${bare}`;
  return { site, redirect: address === '' ? '' : `${address}${PRODUCTS[product].returnPath}` };
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The body of the request. `who` keeps the tenants that this form does not show. */
export const bodyOf = (form: ApplicationForm, before: Application | undefined, mayTrust: boolean) =>
  form.kind === 'service' ? serviceBodyOf(form) : signInBodyOf(form, before, mayTrust);

const serviceBodyOf = ({ name, scopes, below }: ApplicationForm) => ({
  name: name.trim(),
  below,
  scopes: SERVICE_SCOPES_TO_CHOOSE.filter((scope) => scopes.includes(scope)),
});

const signInBodyOf = (form: ApplicationForm, before: Application | undefined, mayTrust: boolean) => ({
  name: form.name.trim(),
  redirect_uris: form.kind === 'device' ? [] : linesOf(form.redirect),
  post_logout_redirect_uris: form.kind === 'device' ? [] : linesOf(form.logout),
  backchannel_logout_uri: form.notice.trim() === '' ? null : form.notice.trim(),
  scopes: SCOPES_TO_CHOOSE.filter((scope) => form.scopes.includes(scope)),
  oib_ground: form.oibGround.trim() === '' ? null : form.oibGround.trim(),
  who: {
    ...(form.roles.length === 0 ? {} : { roles: ROLE_CHOICES.filter((role) => form.roles.includes(role)) }),
    ...(form.below ? { below: true } : {}),
    ...(before?.who.tenant_ids === undefined ? {} : { tenant_ids: before.who.tenant_ids }),
  },
  foreign: form.foreign,
  ...(before === undefined && form.withoutPkce ? { pkce: 'optional' as const } : {}),
  ...(mayTrust ? { trusted: form.trusted } : {}),
});

export const ROLE_CHOICES = ['superadmin', 'admin', 'manager', 'member', 'guest'] as const;
