import type { Acting } from './acting-store.ts';
import type { FactorRulesOfUser } from './factor-rules-of-user-store.ts';
import { PERSON_FIELD_NAMES } from './person-form.ts';
import type { Account, TenantOfAccount, User } from './user.ts';

/** The columns that each request reads of its caller: no hash, and nothing that only search or retention needs. */
const COLUMNS = [
  'id',
  'tenant_id',
  ...PERSON_FIELD_NAMES,
  'avatar_url',
  'google_picture',
  'role',
  'status',
  'email_verified_at',
  'must_change_pwd_at',
  'gdpr_consent_at',
  'consent_policy_version',
  'two_factor_enabled_at',
  'passkey_host',
  'created_at',
  'updated_at',
  'last_login_at',
  'checked_at',
] as const satisfies readonly (keyof User)[];

export type CallersAccount = Pick<
  Account,
  (typeof COLUMNS)[number] | keyof TenantOfAccount | keyof FactorRulesOfUser | keyof Acting
>;

/** What an answer shows of an account. */
export type PresentedAccount = Pick<Account, (typeof COLUMNS)[number] | 'tenant_name' | 'policy_version'>;

/** For statements that join `tenants`. */
export const TENANT_OF_ACCOUNT = [
  'tenants.name as tenant_name',
  'tenants.color as tenant_color',
  'tenants.logo as tenant_logo',
] as const;

/** What each request reads of its caller, but what the membership says. */
export const PERSONS_COLUMNS = COLUMNS.filter(
  (column): column is Exclude<typeof column, 'tenant_id' | 'role'> => column !== 'tenant_id' && column !== 'role',
).map((column) => `users.${column}` as const);

/** As what an account acts in a sign-in, with the policy and rules that come with it. */
export const actingOf = (account: CallersAccount) => ({
  tenant_id: account.tenant_id,
  tenant_name: account.tenant_name,
  tenant_color: account.tenant_color,
  tenant_logo: account.tenant_logo,
  policy_version: account.policy_version,
  tenant_factor_rule: account.tenant_factor_rule,
  common_factor_rule: account.common_factor_rule,
  role: account.role,
  mid: account.mid,
  reach: account.reach,
  membership_state: account.membership_state,
  member_since: account.member_since,
  member_until: account.member_until,
  member_number: account.member_number,
  membership_ended_at: account.membership_ended_at,
  other_memberships: account.other_memberships,
});
