import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { isUniqueViolation } from '../database/store-errors.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Role } from '../kernel/role.ts';
import { sortKeyOf } from './sort-key.ts';
import { guardSuperadmins } from './superadmin-guard.ts';
import { fullNameOf, type Language, type User, type UserStatus } from './user.ts';
import { addWords } from './user-words-store.ts';
import { userErrors } from './users-errors.ts';
import { addUser } from './users-store.ts';

/** A person to be created. `email` is canonical, `passwordHash` bcrypt or nothing. */
export interface PersonToCreate {
  readonly tenantId: number;
  readonly email: string;
  readonly ime: string;
  readonly prezime: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly passwordHash: string | null;
  readonly telefon?: string;
  readonly oib?: string;
  readonly preferredLanguage?: Language;
  readonly emailVerified?: boolean;
}

/** @throws AppError `users.email_taken` (409); the transaction is then of no more use */
export async function createUser(
  tx: Tx,
  circumstances: Circumstances,
  person: PersonToCreate,
  at: Instant,
): Promise<User> {
  try {
    await guardSuperadmins(tx, undefined, person);
    const user = await addUser(tx, newUserOf(person, at));
    await addWords(tx, [user]);
    const { id, tenant_id, role, status } = user;
    await recordAudit(tx, circumstances, {
      action: 'user.create',
      at,
      userId: id,
      tenantId: tenant_id,
      meta: { role, status },
    });
    return user;
  } catch (error) {
    throw isUniqueViolation(error, 'users__email_unique')
      ? new AppError(userErrors['users.email_taken'], { cause: error })
      : error;
  }
}

/** The row of a person who is created now. */
export const newUserOf = (person: PersonToCreate, at: Instant): Omit<User, 'id'> => ({
  tenant_id: person.tenantId,
  email: person.email,
  ime: person.ime,
  prezime: person.prezime,
  full_name: fullNameOf(person.ime, person.prezime),
  telefon: person.telefon ?? '',
  preferred_language: person.preferredLanguage ?? 'hr',
  oib: person.oib ?? '',
  avatar_url: null,
  google_picture: null,
  role: person.role,
  status: person.status,
  password_hash: person.passwordHash,
  email_verified_at: person.emailVerified ? at : null,
  must_change_pwd_at: null,
  gdpr_consent_at: null,
  consent_policy_version: null,
  two_factor_enabled_at: null,
  created_at: at,
  updated_at: at,
  last_login_at: null,
  inactive_warned_at: null,
  deleted_at: null,
  deleted_status: null,
  sort_key: sortKeyOf(person),
});
