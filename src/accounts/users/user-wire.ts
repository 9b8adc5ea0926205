import { type Static, Type } from 'typebox';
import { choice, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';
import type { PresentedAccount } from './callers-account.ts';
import { ANSWERED_FIELDS, fieldsOf, SENT_FIELDS } from './person-fields.ts';
import { STATUSES } from './user.ts';

/** A user as its owner sees it: `GET /api/auth/me`, and `user` in the responses to sign-in and refresh. */
export const UserAnswer = Type.Object(
  {
    id: Type.Integer(),
    ...ANSWERED_FIELDS,
    avatar_url: nullableText,
    google_picture: nullableText,
    two_factor_enabled: Type.Boolean(),
    gdpr_consent_at: nullableInstant,
    consent_required: Type.Boolean(),
    email_verified: Type.Boolean(),
    must_change_pwd: Type.Boolean(),
    tenant_id: Type.Integer(),
    tenant_name: Type.String(),
    role: choice(ROLES),
    tier: Type.Integer(),
    status: choice(STATUSES),
    created_at: instant,
    updated_at: instant,
    last_login_at: nullableInstant,
  },
  { title: 'User' },
);

/** Converts an account to its response. */
export type ShowUser = (account: PresentedAccount) => Static<typeof UserAnswer>;

export const userPresenter =
  (defaultPolicyVersion: string): ShowUser =>
  (account) => ({
    id: account.id,
    ...fieldsOf(account),
    avatar_url: account.avatar_url,
    google_picture: account.google_picture,
    two_factor_enabled: account.two_factor_enabled_at !== null,
    gdpr_consent_at: account.gdpr_consent_at,
    consent_required: account.consent_policy_version !== (account.policy_version ?? defaultPolicyVersion),
    email_verified: account.email_verified_at !== null,
    must_change_pwd: account.must_change_pwd_at !== null,
    tenant_id: account.tenant_id,
    tenant_name: account.tenant_name,
    role: account.role,
    tier: tierOf(account.role),
    status: account.status,
    created_at: account.created_at,
    updated_at: account.updated_at,
    last_login_at: account.last_login_at,
  });

const { email: _email, ...ofProfile } = SENT_FIELDS;

/** What a change of a profile may send. */
export const PROFILE_BODY = Type.Partial(Type.Object({ ...ofProfile, phone: SENT_FIELDS.telefon })).properties;
