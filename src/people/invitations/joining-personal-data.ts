import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { listRecordsOf } from './joining-invitations-store.ts';

/** The account whose confirmed address a record names, if it is confirmed. */
async function recordsOf(db: Db, userId: UserId) {
  const account = await findAccount(db, userId);
  if (account === undefined || account.joining_at !== null || account.address_proved_at === null) return [];
  return listRecordsOf(db, account.email);
}

/** What tenants entered about somebody who has not accepted it belongs to whoever has the address. */
export const joiningPersonalData: PersonalDataContributor = {
  room: 'joining',
  tables: [],
  parts: { joining: { purpose: 'account', kept: 'account' } },
  exportOf: async (db, userId) => ({ joining: (await recordsOf(db, userId)).map(({ id: _id, ...record }) => record) }),
  erase: async () => {}, // with the account, by `eraseUser`: afterwards nothing tells whose they are
  description: {
    holds:
      'what tenants entered to invite the person, until they accept or decline: tenant, role, names, telephone, OIB, language',
    erased: 'emptied, as an account is',
  },
};
