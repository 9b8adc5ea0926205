import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { dropChangesTo, dropEmailChange, findEmailChange } from './email-changes-store.ts';
import { ownAccountTables } from './own-account-columns.ts';

export const ownAccountPersonalData: PersonalDataContributor = {
  room: 'own-account',
  tables: ownAccountTables,
  exportOf: async (db, userId) => {
    const change = await findEmailChange(db, userId);
    return {
      email_change: change
        ? { new_email: change.new_email, created_at: change.created_at, expires_at: change.expires_at }
        : null,
    };
  },
  erase: dropEmailChange,
  eraseValues: (tx, { emails }) => dropChangesTo(tx, emails),
  parts: {
    email_change: { purpose: 'account', kept: 'account' },
  },
  description: { holds: 'a change of address under way: the new address, times', erased: 'removed' },
};
