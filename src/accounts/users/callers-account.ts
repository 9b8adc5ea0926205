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
] as const satisfies readonly (keyof User)[];

export type CallersAccount = Pick<Account, (typeof COLUMNS)[number] | keyof TenantOfAccount | keyof FactorRulesOfUser>;

/** What an answer shows of an account. */
export type PresentedAccount = Pick<Account, (typeof COLUMNS)[number] | 'tenant_name' | 'policy_version'>;

/** For statements that join `tenants`. */
export const TENANT_OF_ACCOUNT = [
  'tenants.name as tenant_name',
  'tenants.color as tenant_color',
  'tenants.logo as tenant_logo',
] as const;

export const CALLERS_COLUMNS = COLUMNS.map((column) => `users.${column}` as const);
