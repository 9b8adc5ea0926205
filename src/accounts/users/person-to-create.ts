import type { NewRow } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { type MembershipSource, stateOfNew } from './membership.ts';
import type { NewMembership } from './memberships-store.ts';
import { fieldsOf } from './person-fields.ts';
import type { PersonField } from './person-form.ts';
import { fullNameOf, sortKeyOf, type User, type UserStatus } from './user.ts';
import { describedWords } from './user-words.ts';

type NeededField = 'email' | 'ime' | 'prezime';

/** A person to be created. `email` is canonical, `passwordHash` in its stored form, or nothing. */
export interface PersonToCreate
  extends Pick<User, NeededField>,
    Partial<Pick<User, Exclude<PersonField, NeededField | 'full_name'>>> {
  readonly tenantId: TenantId;
  readonly role: Role;
  readonly status: UserStatus;
  readonly passwordHash: string | null;
  readonly emailVerified?: boolean;
}

/** A person with derived columns, which are computed before the transaction. */
export interface PreparedPerson extends PersonToCreate, DerivedColumns {}

type DerivedColumns = Pick<User, 'full_name' | 'sort_key' | 'words' | 'word_bits' | 'phone_digits'>;

export function preparePerson<Person extends PersonToCreate>(person: Person): Person & DerivedColumns {
  const { ime, prezime, email, telefon = '' } = person;
  const full_name = fullNameOf(ime, prezime);
  const described = describedWords({ ime, prezime, full_name, email, telefon });
  return { ...person, ...described, full_name, sort_key: sortKeyOf({ ime, prezime }) };
}

/** What a person does or gets later is null at first. */
export type NewPerson = NewRow<
  Omit<User, 'id'>,
  | 'avatar_url'
  | 'google_picture'
  | 'gdpr_consent_at'
  | 'consent_policy_version'
  | 'two_factor_enabled_at'
  | 'passkey_host'
  | 'last_login_at'
  | 'inactive_warned_at'
  | 'deleted_at'
  | 'deleted_status'
  | 'membership_id'
  | 'merged_into'
  | 'checked_at'
>;

/** The row of a new person. */
export const newUserOf = (
  person: PreparedPerson,
  at: Instant,
  { mustChoosePassword = false, passwordGiven = false, isJoining = false } = {},
): NewPerson => ({
  tenant_id: person.tenantId,
  ...fieldsOf(person),
  avatar_url: null,
  google_picture: null,
  role: person.role,
  status: person.status,
  password_hash: person.passwordHash,
  password_given_at: passwordGiven ? at : null,
  email_verified_at: person.emailVerified ? at : null,
  must_change_pwd_at: mustChoosePassword ? at : null,
  gdpr_consent_at: null,
  consent_policy_version: null,
  two_factor_enabled_at: null,
  passkey_host: null,
  created_at: at,
  updated_at: at,
  last_login_at: null,
  inactive_warned_at: null,
  deleted_at: null,
  deleted_status: null,
  sort_key: person.sort_key,
  words: person.words,
  word_bits: person.word_bits,
  phone_digits: person.phone_digits,
  membership_id: null,
  joining_at: isJoining ? at : null,
  address_proved_at: person.emailVerified ? at : null,
  merged_into: null,
  checked_at: null,
});

/** What a new person is in the tenant of their account. */
export const membershipOf = (
  { id, tenant_id, role, status }: Pick<User, 'id' | 'tenant_id' | 'role' | 'status'>,
  source: MembershipSource,
  at: Instant,
  since: string,
): NewMembership => ({
  user_id: id,
  tenant_id,
  role,
  reach: 'own',
  state: stateOfNew(status),
  since,
  until: null,
  number: null,
  source,
  created_at: at,
  updated_at: at,
  ended_at: null,
});
