/** The names that the pages use for what the routes take and answer. */
import type { Answer, Body, Item, Query } from './route-types.ts';

/** The signed-in user, with the capabilities of their role. */
export type OwnUser = Answer<'GET /api/auth/me'>;
/** What the signed-in user is in one tenant. */
export type OwnMembership = OwnUser['memberships'][number];
export type Role = OwnUser['role'];
export type Capability = OwnUser['capabilities'][number];
export type MenuPage = OwnUser['pages'][number];
export type SignInWire = Answer<'POST /api/auth/refresh'>;
export type GoogleProof = Body<'POST /api/auth/google'>;
export type Profile = Body<'PUT /api/auth/me'>;
export type Preflight = Answer<'GET /api/auth/reset-password'>;
/** Who invites whom, and to which tenant: only for an invitation. */
export type InvitationGreeting = Pick<Answer<'GET /api/auth/setup-password'>, 'ime' | 'invited_by'>;
export type PastSignIn = Item<'GET /api/users/me/sign-in-history'>;
export type OwnSession = Item<'GET /api/users/me/sessions'>;
export type KnownDevice = Item<'GET /api/users/me/devices'>;
export type TwoFactorStatus = Answer<'GET /api/auth/2fa/status'>;
export type TwoFactorSetup = Answer<'POST /api/auth/2fa/setup'>;
/** An identity provider, and whether the caller's account is linked to one there. */
export type OwnIdentity = Item<'GET /api/users/me/identities'>;
export type IdentityProvider = Item<'GET /api/admin/identity-providers'>;
export type IdentityProviderTest = Answer<'POST /api/admin/identity-providers/{key}/test'>;
/** A provider to sign in with. */
export type IdentityProviderChoice = Item<'GET /api/auth/identity-providers'>;
export type OwnPasskeys = Answer<'GET /api/users/me/passkeys'>;
export type Passkey = OwnPasskeys['items'][number];
/** `options` as `PublicKeyCredential.parse…OptionsFromJSON()` takes them. */
export type PasskeyOptions = Answer<'GET /api/auth/passkey'>;
/** The answer of an authenticator to options with that id, by `PublicKeyCredential.toJSON()`. */
export type PasskeyProof = Body<'POST /api/auth/reauthenticate/passkey'>;
/** The same of one that it has just made. */
export type NewPasskeyProof = Pick<Body<'POST /api/users/me/passkeys'>, 'challenge_id' | 'passkey'>;
/** What accompanies the answer `2FA_REQUIRED`; `options` when a passkey is among the methods. */
export type SecondStep = Partial<PasskeyOptions> & { readonly methods: readonly string[]; readonly pending: string };
/** What a new federation or club still has to do. */
export type FirstSteps = Answer<'GET /api/admin/tenants/{id}/first-steps'>;
export type Site = Answer<'GET /api/site'>;

/** A user as shown to those who may see others, with the caller's actions; lists include the state of the invitation, and what they are in several tenants. */
export type User = Answer<'PUT /api/admin/users/{id}'> & {
  readonly invitation?: InvitationOfPerson;
  readonly memberships?: Item<'GET /api/admin/users'>['memberships'];
};
export type InvitationOfPerson = Item<'GET /api/admin/users'>['invitation'];
export type UserStatus = User['status'];
/** One user in detail. */
export type ManagedUser = User & Pick<Answer<'GET /api/admin/users/{id}'>, 'locked_until'>;
export type NewUser = Body<'POST /api/admin/users'>;
export type UserEdit = Body<'PUT /api/admin/users/{id}'>;
export type UsersQuery = Query<'GET /api/admin/users'>;
/** The views of the list of people with their counts. */
export type PeopleViews = Answer<'GET /api/admin/users/views'>;
export type PeopleView = PeopleViews['items'][number];
export type ViewFilter = PeopleView['filter'];
export type UsersExportQuery = Query<'GET /api/admin/users/export'>;
export type SignInItem = Item<'GET /api/admin/users/{id}/sessions'>;
export type Selection = Answer<'GET /api/admin/users/selection'>;
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
/** What a person is in one tenant, for whoever manages them. */
export type Membership = Item<'GET /api/admin/users/{id}/memberships'>;
export type Invitation = Answer<'POST /api/admin/users/{id}/invite'>;
export type InvitationItem = Item<'GET /api/admin/invitations'>;
export type InvitationState = InvitationItem['state'];
export type Transfer = Item<'GET /api/admin/transfers'>;
export type OwnTransfer = Item<'GET /api/users/me/transfers'>;
export type Tenant = Answer<'GET /api/admin/tenants/{id}'>;
export type TenantInTree = Item<'GET /api/admin/tenants'>;
export type Merge = Answer<'POST /api/admin/users/{id}/merge'>;
export type Duplicate = Answer<'GET /api/admin/duplicates'>['items'][number];
export type ListedMerge = Answer<'GET /api/admin/merges'>['items'][number];
export type TenantMove = Answer<'PATCH /api/admin/tenants/{id}'>;
export type Branding = Tenant['branding'];
export type FactorPolicy = Answer<'GET /api/admin/factor-policy'>;
export type FactorRules = Body<'PUT /api/admin/factor-policy'>;
export type MissingFactor = Item<'GET /api/admin/factor-policy/missing'>;
export type FactorsReminded = Answer<'POST /api/admin/factor-policy/missing/remind'>;
export type Import = Answer<'GET /api/admin/imports/{id}'>;
export type ImportCells = Answer<'GET /api/admin/imports/{id}/cells'>;
export type ImportCheck = Body<'POST /api/admin/imports/{id}/check'>;
export type CorrectedRow = Answer<'PATCH /api/admin/imports/{id}/rows/{line}'>;
export type CellCorrections = Body<'PATCH /api/admin/imports/{id}/rows/{line}'>['cells'];
export type ImportRow = Item<'GET /api/admin/imports/{id}/rows'>;
export type UndoPreview = Answer<'GET /api/admin/imports/{id}/undo'>;
export type AuditQuery = Query<'GET /api/admin/audit'>;
export type AuditItem = Item<'GET /api/admin/audit'>;
export type AuditList = Answer<'GET /api/admin/audit'>;
export type AuditChain = Answer<'GET /api/admin/audit/verify'>;
export type ListedMail = Item<'GET /api/admin/mails'>;
export type MailItem = Answer<'POST /api/admin/mails/{id}/resend'>;
export type Mail = Answer<'GET /api/admin/mails/{id}'>;
export type Stats = Answer<'GET /api/admin/stats'>;
export type Work = Answer<'GET /api/admin/work'>;

export type Application = Answer<'GET /api/admin/applications/{id}'>;
export type ApplicationSecret = Answer<'POST /api/admin/applications/{id}/secret'>;
export type ApplicationScope = Application['scopes'][number];
export type OwnApplication = Item<'GET /api/users/me/applications'>;
/** An application waiting for somebody to sign in. */
export type Interaction = Answer<'GET /oidc/interaction/{uid}/details'>;
export type InteractionDecision = Body<'POST /oidc/interaction/{uid}'>;
export type InteractionState = Answer<'POST /oidc/interaction/{uid}'>;
/** A device waiting to be approved. */
export type WaitingDevice = Answer<'POST /api/users/me/applications/device'>;
export type Logout = Item<'GET /api/admin/applications/{id}/logouts'>;
export type Policy = Answer<'GET /api/privacy-policy'>;
export type OwnConsent = Item<'GET /api/users/me/gdpr-consent'>;
export type ManagedConsent = Item<'GET /api/admin/gdpr/consents'>;
export type AccessItem = Item<'GET /api/users/me/access-log'>;
export type OwnRecipients = Answer<'GET /api/users/me/recipients'>;
export type ListedRecipient = Answer<'GET /api/admin/recipients'>['items'][number];
export type ToldByHand = Body<'POST /api/admin/orders/{id}/by-hand'>;
export type OwnErasure = NonNullable<Answer<'GET /api/users/me/erasure'>>;
export type ManagedErasure = Answer<'POST /api/admin/gdpr/erasure-requests/{id}/approve'>;
export type QueuedErasure = Item<'GET /api/admin/gdpr/erasure-requests'>;
export type ErasurePreview = Answer<'GET /api/admin/gdpr/erasure-requests/{id}'>;
export type ErasuresQuery = Query<'GET /api/admin/gdpr/erasure-requests'>;
export type Certificate = Answer<'GET /api/admin/gdpr/erasure-requests/{id}/certificate'>;
export type Document = Answer<'GET /api/documents/{id}'>;
export type DocumentsQuery = Query<'GET /api/documents'>;

export type PageQuery = { readonly limit?: number; readonly cursor?: string };

export interface List<One> {
  readonly items: readonly One[];
  readonly total: number;
  readonly total_is_capped: boolean;
  readonly limit: number;
  readonly next_cursor: string | null;
}
export type Subscription = Item<'GET /api/admin/subscriptions'>;
export type NewSubscription = Answer<'POST /api/admin/subscriptions'>;
export type EventType = NonNullable<Subscription['types']>[number];
export type EventAttempt = Item<'GET /api/admin/subscriptions/{id}/attempts'>;
