/** The names that the pages use for what the routes take and answer. */
import type { Answer, Body, Item, Query } from './route-types.ts';

/** The signed-in user, with the capabilities of their role. */
export type OwnUser = Answer<'GET /api/auth/me'>;
/** What the signed-in user is in one tenant. */
export type OwnMembership = OwnUser['memberships'][number];
export type Role = OwnUser['role'];
export type MenuPage = OwnUser['pages'][number];
export type SignInWire = Answer<'POST /api/auth/refresh'>;
export type OwnSession = Item<'GET /api/users/me/sessions'>;
export type IdentityProvider = Item<'GET /api/admin/identity-providers'>;
export type OwnPasskeys = Answer<'GET /api/users/me/passkeys'>;
/** `options` as `PublicKeyCredential.parse…OptionsFromJSON()` takes them. */
export type PasskeyOptions = Answer<'GET /api/auth/passkey'>;
/** The answer of an authenticator to options with that id, by `PublicKeyCredential.toJSON()`. */
export type PasskeyProof = Body<'POST /api/auth/reauthenticate/passkey'>;
/** What accompanies the answer `2FA_REQUIRED`; `options` when a passkey is among the methods. */
export type SecondStep = Partial<PasskeyOptions> & { readonly methods: readonly string[]; readonly pending: string };
/** What a new federation or club still has to do. */
export type FirstSteps = Answer<'GET /api/admin/tenants/{id}/first-steps'>;

/** A user as shown to those who may see others, with the caller's actions; lists include the state of the invitation, and what they are in several tenants. */
export type User = Answer<'PUT /api/admin/users/{id}'> & {
  readonly invitation?: InvitationOfPerson;
  readonly memberships?: Item<'GET /api/admin/users'>['memberships'];
};
export type InvitationOfPerson = Item<'GET /api/admin/users'>['invitation'];
export type UserStatus = User['status'];
/** One user in detail. */
export type ManagedUser = User & Pick<Answer<'GET /api/admin/users/{id}'>, 'locked_until'>;
export type UsersQuery = Query<'GET /api/admin/users'>;
/** The views of the list of people with their counts. */
export type PeopleViews = Answer<'GET /api/admin/users/views'>;
export type PeopleView = PeopleViews['items'][number];
export type ViewFilter = PeopleView['filter'];
export type SelectionFilter = BulkBody['filter'] & {};
export type BulkJob = Answer<'GET /api/admin/bulk-acts/{id}'>;
type BulkBody = Body<'POST /api/admin/users/bulk'>;
export type BulkAct = Omit<BulkBody, 'ids' | 'filter'> & { readonly ids: number[] };
export type BulkResult = Exclude<Answer<'POST /api/admin/users/bulk'>, BulkJob>;
/** An act on everybody who matches a filter. */
export type BulkOrder = Omit<BulkBody, 'ids' | 'filter' | 'expected_total'> & {
  readonly filter: SelectionFilter;
  readonly expected_total: number;
};
export type Invitation = Answer<'POST /api/admin/users/{id}/invite'>;
export type InvitationItem = Item<'GET /api/admin/invitations'>;
export type InvitationState = InvitationItem['state'];
export type Transfer = Item<'GET /api/admin/transfers'>;
export type Tenant = Answer<'GET /api/admin/tenants/{id}'>;
export type TenantInTree = Item<'GET /api/admin/tenants'>;
export type Duplicate = Answer<'GET /api/admin/duplicates'>['items'][number];
export type Branding = Tenant['branding'];
export type FactorPolicy = Answer<'GET /api/admin/factor-policy'>;
export type MissingFactor = Item<'GET /api/admin/factor-policy/missing'>;
export type Import = Answer<'GET /api/admin/imports/{id}'>;
export type ImportCells = Answer<'GET /api/admin/imports/{id}/cells'>;
export type CorrectedRow = Answer<'PATCH /api/admin/imports/{id}/rows/{line}'>;
export type ImportRow = Item<'GET /api/admin/imports/{id}/rows'>;
export type AuditItem = Item<'GET /api/admin/audit'>;
export type ListedMail = Item<'GET /api/admin/mails'>;
export type Stats = Answer<'GET /api/admin/stats'>;
export type Work = Answer<'GET /api/admin/work'>;

export type Application = Answer<'GET /api/admin/applications/{id}'>;
/** An application waiting for somebody to sign in. */
export type Interaction = Answer<'GET /oidc/interaction/{uid}/details'>;
export type Policy = Answer<'GET /api/privacy-policy'>;
export type ManagedConsent = Item<'GET /api/admin/gdpr/consents'>;
export type ListedRecipient = Answer<'GET /api/admin/recipients'>['items'][number];
export type ManagedErasure = Answer<'POST /api/admin/gdpr/erasure-requests/{id}/approve'>;
export type QueuedErasure = Item<'GET /api/admin/gdpr/erasure-requests'>;
export type ErasurePreview = Answer<'GET /api/admin/gdpr/erasure-requests/{id}'>;
export type Certificate = Answer<'GET /api/admin/gdpr/erasure-requests/{id}/certificate'>;
export type Document = Answer<'GET /api/documents/{id}'>;

export interface List<One> {
  readonly items: readonly One[];
  readonly total: number;
  readonly total_is_capped: boolean;
  readonly limit: number;
  readonly next_cursor: string | null;
}
export type Subscription = Item<'GET /api/admin/subscriptions'>;
