import type { Account, User } from './user.ts';

/** What each request reads of who asks: no hash, and nothing that only finding or keeping people needs. */
const COLUMNS = [
  'id',
  'tenant_id',
  'email',
  'ime',
  'prezime',
  'full_name',
  'telefon',
  'preferred_language',
  'oib',
  'avatar_url',
  'google_picture',
  'role',
  'status',
  'email_verified_at',
  'must_change_pwd_at',
  'gdpr_consent_at',
  'consent_policy_version',
  'two_factor_enabled_at',
  'created_at',
  'updated_at',
  'last_login_at',
] as const satisfies readonly (keyof User)[];

export type CallersAccount = Pick<Account, (typeof COLUMNS)[number] | 'tenant_name'>;

export const CALLERS_COLUMNS = COLUMNS.map((column) => `users.${column}` as const);
