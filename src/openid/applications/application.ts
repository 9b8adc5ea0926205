import { logoAddresses } from '../../accounts/tenants/branding-wire.ts';
import type { Reach } from '../../accounts/users/membership.ts';
import { defineTable, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { ServiceScope } from '../../platform/http/caller.ts';
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
export const applicationsTable = defineTable(
  'applications',
  {
    id: text('in applications_registered.id', 'kept'),
    /** The tenant whose people may use it; null: all tenants, which only superadmins can choose. */
    tenant_id: integer<TenantId>('not-personal', 'kept').references('tenants').orNull(),
    name: text('in applications_registered.name', 'kept'),
    kind: text<ApplicationKind>('not-personal', 'kept'),
    redirect_uris: json<readonly string[]>('not-personal', 'kept'),
    post_logout_redirect_uris: json<readonly string[]>('not-personal', 'kept'),
    /** Where it is notified that a sign-in has ended; null: not notified. */
    backchannel_logout_uri: text('not-personal', 'kept').orNull(),
    /** For a service, scopes of the API. */
    scopes: json<readonly (Scope | ServiceScope)[]>('not-personal', 'kept'),
    /** Who may sign in; null: every role, every tenant. */
    roles: json<readonly Role[]>('not-personal', 'kept').orNull(),
    tenant_ids: json<readonly TenantId[]>('not-personal', 'kept').orNull(),
    /** `below`: what lies below its tenants counts too, for who may sign in, where a service acts, and what it is told. */
    reach: text<Reach>('not-personal', 'kept'),
    pkce: text<(typeof PKCE_MODES)[number]>('not-personal', 'kept'),
    /** The legal ground for reading the OIB. */
    oib_ground: text('not-personal', 'kept').orNull(),
    /** The name of its logo. */
    logo: text('not-personal', 'kept').orNull(),
    /** People are not asked for their consent. */
    trusted_at: text<Instant>('not-personal', 'kept').orNull(),
    /** It gets pairwise identifiers of people (OpenID Connect Core §8.1). */
    foreign_at: text<Instant>('not-personal', 'kept').orNull(),
    secret_digest: text('secret', 'kept').orNull(),
    secret_made_at: text<Instant>('not-personal', 'kept').orNull(),
    created_by: integer<UserId>('duplicate', 'emptied').orNull(),
    created_at: text<Instant>('in applications_registered.created_at', 'kept'),
    updated_at: text<Instant>('not-personal', 'kept'),
    last_used_at: text<Instant>('not-personal', 'kept').orNull(),
    ends_at: text<Instant>('not-personal', 'kept').orNull(),
    /** The `ends_at` that has been carried out. */
    ended_at: text<Instant>('not-personal', 'kept').orNull(),
  },
  {
    key: 'id',
    indexes: {
      list: 'created_at, id',
      tenant: 'tenant_id, created_at',
    },
    journal: [
      { kind: 'application', key: 'id', of: ['secret_digest', 'ends_at'] },
      { kind: 'application', key: 'id', of: 'removal' },
    ],
    personal: {
      merging: { created_by: 'moves' },
      parts: { applications_registered: { purpose: 'proof', kept: 'account' } },
    },
  },
);

export type Application = ParsedRowOf<typeof applicationsTable>;

export const keepsSecret = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'web' || kind === 'service';

export const isService = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'service';

export const usesDeviceCode = ({ kind }: Pick<Application, 'kind'>): boolean => kind === 'device';

export const hasEnded = ({ ends_at }: Pick<Application, 'ends_at'>, at: Instant): boolean =>
  ends_at !== null && ends_at <= at;

type Door = Pick<Application, 'tenant_id' | 'roles' | 'tenant_ids'>;

interface Entrant {
  readonly role: Role;
  /** The tenants as whose member the person may come in: their own, and what is above it where the application reaches below. */
  readonly within: ReadonlySet<TenantId>;
}

/** Whether a person may use it. */
export const admits = ({ tenant_id: own, roles, tenant_ids: tenants }: Door, { role, within }: Entrant): boolean =>
  (own === null || within.has(own)) &&
  (roles === null || roles.includes(role)) &&
  (tenants === null || tenants.some((id) => within.has(id)));

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

export const applicationLogos = logoAddresses('/uploads/application-logos/');
