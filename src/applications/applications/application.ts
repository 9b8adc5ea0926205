import { logoAddresses } from '../../accounts/tenants/branding-wire.ts';
import type { ServiceScope } from '../../platform/http/service-scopes.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/**
 * `web` runs on a server and keeps a secret; `spa` in a browser and `native` on a device keep none. `device` has neither a
 * browser nor a proper keyboard: people approve it on another device, with a code that it shows. Nobody signs in to a `service`:
 * it calls the API in its own name.
 */
export const APPLICATION_KINDS = ['web', 'spa', 'native', 'device', 'service'] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

/** The scopes an application may request. `openid` is always among them. */
export const SCOPES = ['openid', 'profile', 'email', 'phone', 'membership', 'oib', 'offline_access'] as const;
export type Scope = (typeof SCOPES)[number];

export const PKCE_MODES = ['required', 'optional'] as const;

/** Something that people sign in to with their account here. Its id is the `client_id` of the protocol. */
export interface Application {
  readonly id: string;
  /** The tenant whose people may use it; null: all tenants, which only superadmins can choose. */
  readonly tenant_id: TenantId | null;
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly redirect_uris: readonly string[];
  readonly post_logout_redirect_uris: readonly string[];
  /** Where it is notified that a sign-in has ended; null: not notified. */
  readonly backchannel_logout_uri: string | null;
  /** For a service, scopes of the API. */
  readonly scopes: readonly (Scope | ServiceScope)[];
  /** Who may sign in; null: every role, every tenant. */
  readonly roles: readonly Role[] | null;
  readonly tenant_ids: readonly TenantId[] | null;
  readonly pkce: (typeof PKCE_MODES)[number];
  /** The legal ground for reading the OIB. */
  readonly oib_ground: string | null;
  /** The name of its logo. */
  readonly logo: string | null;
  /** People are not asked for their consent. */
  readonly trusted_at: Instant | null;
  /** It gets pairwise identifiers of people (OpenID Connect Core §8.1). */
  readonly foreign_at: Instant | null;
  readonly secret_digest: string | null;
  readonly secret_made_at: Instant | null;
  readonly created_by: UserId | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly last_used_at: Instant | null;
  readonly ends_at: Instant | null;
  /** The `ends_at` that has been carried out. */
  readonly ended_at: Instant | null;
}

export const keepsSecret = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'web' || kind === 'service';

export const isService = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'service';

export const usesDeviceCode = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'device';

export const hasEnded = ({ ends_at }: Pick<Application, 'ends_at'>, at: Instant): boolean =>
  ends_at !== null && ends_at <= at;

type Door = Pick<Application, 'tenant_id' | 'roles' | 'tenant_ids'>;

/** Whether a person may use it. */
export const admits = (
  { tenant_id: own, roles, tenant_ids: tenants }: Door,
  person: { readonly tenant_id: TenantId; readonly role: Role },
): boolean =>
  (own === null || own === person.tenant_id) &&
  (roles === null || roles.includes(person.role)) &&
  (tenants === null || tenants.includes(person.tenant_id));

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

export const applicationLogos = logoAddresses('/uploads/application-logos/');
