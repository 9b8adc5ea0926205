import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { findAccount } from './accounts-store.ts';
import { eraseUser } from './erase-user.ts';
import { membershipsTable } from './membership.ts';
import { fieldsOf } from './person-fields.ts';
import { tenantPeopleTable } from './tenant-people-store.ts';
import { isUsable } from './usable-password.ts';
import { type Account, usersTable } from './user.ts';
import { userWordsTable } from './user-words-store.ts';

const ofMemberships = rowsOfPerson([membershipsTable]);

/** Search words repeat the profile, so they are erased and not exported. */
export const usersPersonalData: PersonalDataContributor = {
  room: 'users',
  tables: [usersTable, membershipsTable, userWordsTable, tenantPeopleTable],
  exportOf: async (db, userId) => {
    const account = await findAccount(db, userId);
    const { memberships = [] } = await ofMemberships.exportOf(db, userId);
    return { profile: account === undefined ? null : profileOf(account), memberships };
  },
  erase: eraseUser,
  description: {
    holds:
      'profile: names, address, phone, OIB, language, role, status, times; memberships: tenant, role, reach, state, days, number; words to find a person by',
    erased:
      'emptied; the address becomes `erased-{id}@erased.invalid`; the search words are removed; every membership ends, without its days and number',
    stays: {
      what: 'the id, the tenant, the role, the time of creation, also of each membership',
      ground: 'records of others refer to the id (GDPR art. 17(3)(b) and (e))',
      until: 'as long as records refer to it',
    },
  },
};

const profileOf = (account: Account) => ({
  id: account.id,
  ...fieldsOf(account),
  avatar_url: account.avatar_url,
  google_picture: account.google_picture,
  tenant_id: account.tenant_id,
  tenant_name: account.tenant_name,
  role: account.role,
  tier: tierOf(account.role),
  status: account.status,
  email_verified_at: account.email_verified_at,
  address_proved_at: account.address_proved_at,
  checked_at: account.checked_at,
  must_change_pwd_at: account.must_change_pwd_at,
  password_given_at: account.password_given_at,
  gdpr_consent_at: account.gdpr_consent_at,
  consent_policy_version: account.consent_policy_version,
  has_password: isUsable(account.password_hash),
  created_at: account.created_at,
  updated_at: account.updated_at,
  last_login_at: account.last_login_at,
  inactive_warned_at: account.inactive_warned_at,
  deleted_at: account.deleted_at,
});
