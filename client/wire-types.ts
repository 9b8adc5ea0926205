/**
 * Requests and responses, derived from the schemas the service validates with. Types only: no code of the service ends up
 * in the client.
 */
import type { Static } from 'typebox';
import type { InvitationPreflightAnswer, PreflightAnswer } from '../src/accounts/action-tokens/action-tokens-wire.ts';
import type { MenuPage } from '../src/accounts/permissions/own-rights.ts';
import type { OwnUserAnswer } from '../src/accounts/permissions/own-user-wire.ts';
import type * as consents from '../src/accounts/privacy-policies/consents-wire.ts';
import type * as policies from '../src/accounts/privacy-policies/privacy-policies-wire.ts';
import type { ExportTenantsQuery } from '../src/accounts/tenants/export-tenants.ts';
import type { SiteAnswer } from '../src/accounts/tenants/site-wire.ts';
import type { TenantAnswer, TenantBody, TenantChangeBody } from '../src/accounts/tenants/tenant-wire.ts';
import type { UserStatus } from '../src/accounts/users/user.ts';
import type * as applications from '../src/openid/applications/applications-wire.ts';
import type { ExportMailsQuery } from '../src/operations/outbox/export-mails.ts';
import type * as mails from '../src/operations/outbox/outbox-wire.ts';
import type { StatsAnswer, StatsQuery as StatsQueryOf } from '../src/operations/statistics/stats-wire.ts';
import type * as bulk from '../src/people/bulk-acts/bulk-acts-wire.ts';
import type { SelectionFilter } from '../src/people/bulk-acts/select-people.ts';
import type { DocumentAnswer, DocumentChangeBody } from '../src/people/documents/document-wire.ts';
import type { ExportImportsQuery } from '../src/people/imports/export-imports.ts';
import type {
  CellsAnswer,
  CheckBody,
  ImportAnswer,
  ReportQuery as ImportReportQuery,
  ImportsQuery as ImportsQueryOf,
  RowItem,
  UndoPreview as UndoPreviewAnswer,
} from '../src/people/imports/imports-wire.ts';
import type { ExportInvitationsQuery } from '../src/people/invitations/export-invitations.ts';
import type * as invitations from '../src/people/invitations/invitations-wire.ts';
import type { InvitationSort, InvitationState } from '../src/people/invitations/list-invitations.ts';
import type {
  ContactsAnswer,
  OwnSession as OwnSessionItem,
  PastSignInItem,
  ProfileBody,
} from '../src/people/own-account/own-account-wire.ts';
import type * as administration from '../src/people/user-admin/user-admin-wire.ts';
import type { Capability } from '../src/platform/http/capabilities.ts';
import type { Role } from '../src/platform/kernel/role.ts';
import type { ScopesAnswer } from '../src/platform/server/routes-by-scope.ts';
import type * as audit from '../src/privacy/audit-log/audit-log-wire.ts';
import type { AuditExportQuery as AuditFileQuery } from '../src/privacy/audit-log/audit-sheet.ts';
import type { ExportQueueQuery } from '../src/privacy/personal-data/list-erasures.ts';
import type * as privacy from '../src/privacy/personal-data/personal-data-wire.ts';
import type { AlarmAnswer, TakenBackAnswer } from '../src/sign-in/alarms/alarms-wire.ts';
import type * as factorPolicy from '../src/sign-in/factor-rules/factor-rules-wire.ts';
import type { ExportMissingQuery } from '../src/sign-in/factor-rules/list-missing.ts';
import type { GoogleLinkAnswer, GoogleSignInBody, GoogleStatusAnswer } from '../src/sign-in/google/google-wire.ts';
import type * as identityProviders from '../src/sign-in/issuers/identity-providers-wire.ts';
import type { OwnIdentityAnswer } from '../src/sign-in/issuers/issuers-wire.ts';
import type { DisownedAnswer, KnownDeviceItem, NoticeAnswer } from '../src/sign-in/known-devices/known-devices-wire.ts';
import type { LoginBody } from '../src/sign-in/login/password-proof.ts';
import type { ReauthenticateBody, SignInAnswer } from '../src/sign-in/login/sign-in-wire.ts';
import type { CodeBody } from '../src/sign-in/mailed-codes/mailed-codes-wire.ts';
import type * as passkeys from '../src/sign-in/passkeys/passkeys-wire.ts';
import type { ForgotAnswer } from '../src/sign-in/passwords/passwords-wire.ts';
import type * as twoFactor from '../src/sign-in/two-factor/two-factor-wire.ts';

/** The signed-in user, with the capabilities of their role. */
export type OwnUser = Static<typeof OwnUserAnswer>;
export type InvitationOfPerson = Static<typeof administration.ListedUserAnswer>['invitation'];
/** A user as shown to those who may see others, with the caller's actions; lists include the state of the invitation. */
export type User = Static<typeof administration.AdministeredUserAnswer> & { readonly invitation?: InvitationOfPerson };
/** One user in detail. */
export type ManagedUser = User & Pick<Static<typeof administration.ManagedUserAnswer>, 'locked_until'>;
export type SignInWire = Static<typeof SignInAnswer>;
export type Credentials = Static<typeof LoginBody>;
export type Proof = Static<typeof ReauthenticateBody>;
export type Profile = Static<typeof ProfileBody>;
export type Preflight = Static<typeof PreflightAnswer>;
/** Who invites whom, and to which tenant: only for an invitation. */
export type InvitationGreeting = Pick<Static<typeof InvitationPreflightAnswer>, 'ime' | 'invited_by'>;
export type Forgot = Static<typeof ForgotAnswer>;
export type Contact = Static<typeof ContactsAnswer>['items'][number];
export type PastSignIn = Static<typeof PastSignInItem>;
export type OwnSession = Static<typeof OwnSessionItem>;
export type KnownDevice = Static<typeof KnownDeviceItem>;
export type NewDeviceNotice = Static<typeof NoticeAnswer>;
export type DisownedSignIn = Static<typeof DisownedAnswer>;
export type ChangeAlarm = Static<typeof AlarmAnswer>;
export type TakenBack = Static<typeof TakenBackAnswer>;
export type TwoFactorStatus = Static<typeof twoFactor.StatusAnswer>;
export type TwoFactorSetup = Static<typeof twoFactor.SetupAnswer>;
export type MailedCodeProof = Static<typeof CodeBody>;
export type GoogleProof = Static<typeof GoogleSignInBody>;
export type GoogleLink = Static<typeof GoogleLinkAnswer>;
export type GoogleStatus = Static<typeof GoogleStatusAnswer>;
/** An identity provider, and whether the caller's account is linked to one there. */
export type OwnIdentity = Static<typeof OwnIdentityAnswer>;
export type IdentityProvider = Static<typeof identityProviders.ProviderAnswer>;
export type NewIdentityProvider = Static<typeof identityProviders.ProviderBody>;
export type IdentityProviderEdit = Static<typeof identityProviders.ProviderChangeBody>;
export type IdentityProviderTest = Static<typeof identityProviders.ProviderTestAnswer>;
/** A provider to sign in with. */
export type IdentityProviderChoice = Static<typeof identityProviders.ProviderChoicesAnswer>['items'][number];
export type Passkey = Static<typeof passkeys.PasskeyAnswer>;
export type NewPasskeyQuery = Static<typeof passkeys.NewPasskeyQuery>;
export type OwnPasskeys = Static<typeof passkeys.OwnPasskeysAnswer>;
/** The answer of an authenticator to options with that id, by `PublicKeyCredential.toJSON()`. */
export interface PasskeyProof {
  readonly challenge_id: string;
  readonly passkey: unknown;
}
/** `options` as `PublicKeyCredential.parse…OptionsFromJSON()` takes them. */
export interface PasskeyOptions {
  readonly challenge_id: string;
  readonly options: Readonly<Record<string, unknown>>;
}
/** What accompanies the answer `2FA_REQUIRED`; `options` when a passkey is among the methods. */
export interface SecondStep extends Partial<PasskeyOptions> {
  readonly methods: readonly string[];
  readonly pending: string;
}
export type Site = Static<typeof SiteAnswer>;

export type FactorPolicy = Static<typeof factorPolicy.FactorPolicyAnswer>;
export type FactorRules = Static<typeof factorPolicy.SetFactorRulesBody>;
export type MissingFactor = Static<typeof factorPolicy.MissingFactor>;
export type MissingExportQuery = ExportMissingQuery;
export type MissingFactorsQuery = Static<typeof factorPolicy.MissingQuery>;
export type FactorReminder = Static<typeof factorPolicy.RemindBody>;
export type FactorsReminded = Static<typeof factorPolicy.RemindedAnswer>;

export type PageQuery = { readonly limit?: number; readonly cursor?: string };

export type NewUser = administration.CreateUserBody;
export type UserEdit = administration.EditUserBody;
export type UsersQuery = administration.ListUsersQuery;
export type ReportQuery = Static<typeof ImportReportQuery>;
export type InvitationsExportQuery = ExportInvitationsQuery;
export type UsersExportQuery = administration.ExportUsersQuery;
type BulkBody = bulk.BulkBody;
export type BulkAct = Pick<BulkBody, 'action' | 'role' | 'reason'> & { readonly ids: number[] };
export type BulkResult = Static<typeof bulk.BulkAnswer>;
/** An act on everybody who matches a filter. */
export type BulkOrder = Pick<BulkBody, 'action' | 'role' | 'reason' | 'tolerance'> & {
  readonly filter: SelectionFilter;
  readonly expected_total: number;
};
export type Selection = Static<typeof bulk.SelectionAnswer>;
export type BulkJob = Static<typeof bulk.JobAnswer>;
export type BulkRow = Static<typeof bulk.RowItem>;
export type BulkRowsQuery = Static<typeof bulk.RowsQuery>;
export type BulkReportQuery = bulk.BulkReportQuery;
export type BulkUndoPreview = Static<typeof bulk.UndoPreview>;
export type { SelectionFilter };
export type PasskeyOfPerson = Static<typeof administration.PasskeyItem>;
export type SignInItem = Static<typeof administration.SignInItem>;
export type Invitation = Static<typeof invitations.InvitationAnswer>;
export type InvitationItem = Static<typeof invitations.InvitationItem>;
export type InvitationsQuery = PageQuery & {
  readonly state?: InvitationState;
  readonly sort?: InvitationSort;
  readonly tenant_id?: number;
  readonly q?: string;
};
export type Tenant = Static<typeof TenantAnswer>;
export type TenantsExportQuery = ExportTenantsQuery;
export type Branding = Tenant['branding'];
export type NewTenant = Static<typeof TenantBody>;
export type TenantEdit = Static<typeof TenantChangeBody>;
export type Import = Static<typeof ImportAnswer>;
export type ImportsQuery = Static<typeof ImportsQueryOf>;
export type ImportsExportQuery = ExportImportsQuery;
export type ImportCells = Static<typeof CellsAnswer>;
export type ImportCheck = Static<typeof CheckBody>;
export type ImportRow = Static<typeof RowItem>;
export type AuditQuery = audit.AuditQuery;
export type AuditExportQuery = AuditFileQuery;
export type AuditItem = Static<typeof audit.AuditItem>;
export type AuditChain = Static<typeof audit.ChainAnswer>;
export type UndoPreview = Static<typeof UndoPreviewAnswer>;
export type ListedMail = Static<typeof mails.ListedMail>;
export type MailHealth = Static<typeof mails.MailHealthAnswer>;
export type MailItem = Static<typeof mails.MailItem>;
export type Mail = Static<typeof mails.MailAnswer>;
export type MailsQuery = Static<typeof mails.MailsQuery>;
export type MailsExportQuery = ExportMailsQuery;
export type Stats = Static<typeof StatsAnswer>;
export type StatsQuery = Static<typeof StatsQueryOf>;

export type ConsentGiven = Static<typeof consents.ConsentBody>;
export type RecordedConsent = Static<typeof consents.ConsentAnswer>;
export type OwnConsents = List<OwnConsent> & Pick<Static<typeof consents.OwnConsents>, 'policy'>;
export type Application = Static<typeof applications.ApplicationAnswer>;
export type NewApplication = Static<typeof applications.ApplicationBody>;
export type ApplicationChange = Static<typeof applications.ApplicationChangeBody>;
export type ApplicationsQuery = Static<typeof applications.ApplicationsQuery>;
export type ApplicationSecret = Static<typeof applications.SecretAnswer>;
export type ApplicationScope = Application['scopes'][number];
export type ScopeOfServices = Static<typeof ScopesAnswer>['items'][number];
export type OwnApplication = Static<typeof applications.OwnApplicationsAnswer>['items'][number];
/** An application waiting for somebody to sign in. */
export type Interaction = Static<typeof applications.InteractionAnswer>;
/** A device waiting to be approved. */
export type WaitingDevice = Static<typeof applications.DeviceAnswer>;
export type Logout = Static<typeof applications.LogoutAnswer>;
export type LogoutsQuery = Static<typeof applications.LogoutsQuery>;
export type InteractionDecision = Static<typeof applications.InteractionBody>;
export type DeviceDecision = Static<typeof applications.DeviceDecisionBody>;
export type InteractionState = Static<typeof applications.InteractionStateAnswer>;
export type Policy = Static<typeof policies.PolicyAnswer>;
export type PolicyQuery = Static<typeof policies.PolicyQuery>;
export type NewPolicy = Static<typeof policies.PublishBody>;
export type PoliciesQuery = Static<typeof policies.PublishedQuery>;
export type PublishedPolicy = Static<typeof policies.PublishedPolicy>;
export type OwnConsent = Static<typeof consents.OwnConsentItem>;
export type ManagedConsent = Static<typeof consents.ManagedConsentItem>;
export type AccessItem = Static<typeof privacy.AccessItem>;
export type OwnExportQuery = Static<typeof privacy.ExportQuery>;
export type OwnErasure = Static<typeof privacy.OwnErasureAnswer>;
export type ManagedErasure = Static<typeof privacy.ManagedErasureAnswer>;
export type QueuedErasure = Static<typeof privacy.QueueItem>;
export type ErasurePreview = Static<typeof privacy.ErasurePreview>;
export type ErasuresQuery = Static<typeof privacy.QueueQuery>;
export type ErasuresExportQuery = ExportQueueQuery;
export type Certificate = Static<typeof privacy.CertificateAnswer>;

export type Document = Static<typeof DocumentAnswer>;
export type DocumentEdit = Static<typeof DocumentChangeBody>;
export type DocumentsQuery = PageQuery & {
  readonly kind?: string;
  readonly year?: number;
  readonly tenant_id?: number;
  readonly q?: string;
};
export interface NewDocument {
  readonly title: string;
  readonly kind?: Document['kind'];
  readonly year?: number;
  readonly visibility?: Document['visibility'];
  readonly language?: Document['language'];
  readonly tenant_id?: number;
}
export type { Capability, InvitationState, MenuPage, Role, UserStatus };

/** Only a message. */
export interface Detail {
  readonly detail: string;
}

export interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly total_is_capped: boolean;
  readonly limit: number;
  readonly next_cursor: string | null;
}

export interface AuditList extends List<AuditItem> {
  /**
   * Set when a search for `q` or `ip` ran out of time at this point: the page may be short or empty, and `next_cursor`
   * continues; without a cursor everything was searched.
   */
  readonly searched_to: string | null;
}
