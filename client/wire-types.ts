/**
 * Requests and responses, derived from the schemas the service validates with. Types only: no code of the service ends up
 * in the client.
 */
import type { Static } from 'typebox';
import type { InvitationPreflightAnswer, PreflightAnswer } from '../src/action-tokens/action-tokens-wire.ts';
import type { InvitationState } from '../src/action-tokens/list-invitations.ts';
import type * as audit from '../src/audit-log/audit-log-wire.ts';
import type * as consents from '../src/consents/consents-wire.ts';
import type { DocumentAnswer, DocumentChangeBody } from '../src/documents/document-wire.ts';
import type * as invitations from '../src/invitations/invitations-wire.ts';
import type { Role } from '../src/kernel/role.ts';
import type * as mails from '../src/outbox-admin/outbox-admin-wire.ts';
import type { ProfileBody } from '../src/own-account/own-account-wire.ts';
import type { OwnSession as OwnSessionItem } from '../src/own-account/own-sessions-wire.ts';
import type { ForgotAnswer } from '../src/password-reset/password-reset-wire.ts';
import type * as privacy from '../src/privacy/privacy-wire.ts';
import type { LoginBody, ReauthenticateBody, SignInAnswer } from '../src/sign-in/sign-in-wire.ts';
import type { GoogleLinkAnswer, GoogleSignInBody, GoogleStatusAnswer } from '../src/sign-in-google/google-wire.ts';
import type { StatsAnswer } from '../src/statistics/stats-wire.ts';
import type { SiteAnswer } from '../src/tenants/site-wire.ts';
import type { TenantAnswer, TenantBody, TenantChangeBody } from '../src/tenants/tenant-wire.ts';
import type * as twoFactor from '../src/two-factor/two-factor-wire.ts';
import type * as administration from '../src/user-admin/user-admin-wire.ts';
import type { ImportAnswer, RowItem, UndoPreview as UndoPreviewAnswer } from '../src/user-import/user-import-wire.ts';
import type { UserStatus } from '../src/users/user.ts';
import type { UserAnswer } from '../src/users/user-wire.ts';

export type User = Static<typeof UserAnswer>;
/** A user as administrators see one. */
export type ManagedUser = User & Pick<Static<typeof administration.ManagedUserAnswer>, 'locked_until'>;
export type SignInWire = Static<typeof SignInAnswer>;
export type Credentials = Static<typeof LoginBody>;
export type Proof = Static<typeof ReauthenticateBody>;
export type Profile = Static<typeof ProfileBody>;
export type Preflight = Static<typeof PreflightAnswer>;
/** Who invites whom, and to which tenant: only for an invitation. */
export type InvitationGreeting = Pick<Static<typeof InvitationPreflightAnswer>, 'ime' | 'tenant_name' | 'invited_by'>;
export type Forgot = Static<typeof ForgotAnswer>;
export type OwnSession = Static<typeof OwnSessionItem>;
export type TwoFactorStatus = Static<typeof twoFactor.StatusAnswer>;
export type TwoFactorSetup = Static<typeof twoFactor.SetupAnswer>;
export type GoogleProof = Static<typeof GoogleSignInBody>;
export type GoogleLink = Static<typeof GoogleLinkAnswer>;
export type GoogleStatus = Static<typeof GoogleStatusAnswer>;
export type Site = Static<typeof SiteAnswer>;

export type PageQuery = { readonly limit?: number; readonly cursor?: string };

export type NewUser = administration.CreateUserBody;
export type UserEdit = administration.EditUserBody;
export type UsersQuery = administration.ListUsersQuery;
export type UsersExportQuery = administration.ExportUsersQuery;
export type BulkAct = administration.BulkBody;
export type BulkResult = Static<typeof administration.BulkAnswer>;
export type SignInItem = Static<typeof administration.SignInItem>;
export type Invitation = Static<typeof invitations.InvitationAnswer>;
export type InvitationItem = Static<typeof invitations.InvitationItem>;
export type InvitationsQuery = PageQuery & {
  readonly state?: InvitationState;
  readonly tenant_id?: number;
  readonly q?: string;
};
export type Tenant = Static<typeof TenantAnswer>;
export type NewTenant = Static<typeof TenantBody>;
export type TenantEdit = Static<typeof TenantChangeBody>;
export type Import = Static<typeof ImportAnswer>;
export type ImportRow = Static<typeof RowItem>;
export type AuditQuery = audit.AuditQuery;
export type AuditExportQuery = Static<typeof audit.AuditExportQuery>;
export type AuditItem = Static<typeof audit.AuditItem>;
export type AuditChain = Static<typeof audit.ChainAnswer>;
export type UndoPreview = Static<typeof UndoPreviewAnswer>;
export type ListedMail = Static<typeof mails.ListedMail>;
export type MailHealth = Static<typeof mails.MailHealthAnswer>;
export type MailItem = Static<typeof mails.MailItem>;
export type Mail = Static<typeof mails.MailAnswer>;
export type MailsQuery = Static<typeof mails.MailsQuery>;
export type Stats = Static<typeof StatsAnswer>;

export type ConsentGiven = Static<typeof consents.ConsentBody>;
export type RecordedConsent = Static<typeof consents.ConsentAnswer>;
export type OwnConsent = Static<typeof consents.OwnConsentItem>;
export type ManagedConsent = Static<typeof consents.ManagedConsentItem>;
export type AccessItem = Static<typeof privacy.AccessItem>;
export type OwnErasure = Static<typeof privacy.OwnErasureAnswer>;
export type ManagedErasure = Static<typeof privacy.ManagedErasureAnswer>;
export type QueuedErasure = Static<typeof privacy.QueueItem>;
export type ErasurePreview = Static<typeof privacy.ErasurePreview>;
export type ErasuresQuery = Static<typeof privacy.QueueQuery>;
export type Certificate = Static<typeof privacy.CertificateAnswer>;

export type Document = Static<typeof DocumentAnswer>;
export type DocumentEdit = Static<typeof DocumentChangeBody>;
export type DocumentsQuery = PageQuery & { readonly kind?: string; readonly year?: number; readonly q?: string };
export interface NewDocument {
  readonly title: string;
  readonly kind?: Document['kind'];
  readonly year?: number;
  readonly visibility?: Document['visibility'];
  readonly language?: Document['language'];
  readonly tenant_id?: number;
}
export type { InvitationState, Role, UserStatus };

/** A message and nothing else. */
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
   * Set where a search for `q` or `ip` ran out of time: so far it came. The page may be short or empty, and yet
   * `next_cursor` goes on; only without one is everything seen.
   */
  readonly searched_to: string | null;
}
