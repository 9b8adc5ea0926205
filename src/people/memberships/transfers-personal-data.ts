import { findAccount } from '../../accounts/users/accounts-store.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { transfersTable } from './transfer.ts';
import { dropSought, listSought } from './transfers-store.ts';

const rows = rowsOfPerson([transfersTable]);

/** What a club asked for by an address belongs to whoever has it, also where they were not found in the club it named. */
export const transfersPersonalData: PersonalDataContributor = {
  room: 'transfers',
  tables: [transfersTable],
  exportOf: async (db, userId) => {
    const own = await rows.exportOf(db, userId);
    const account = await findAccount(db, userId);
    const isProved = account !== undefined && account.joining_at === null && account.address_proved_at !== null;
    const sought = isProved ? await listSought(db, account.email) : [];
    const others = sought.map(({ id: _id, user_id: _nobody, looked_at: _internal, ...shown }) => shown);
    return { transfers: [own.transfers ?? [], others].flat() };
  },
  erase: rows.erase,
  eraseValues: (tx, { emails }) => dropSought(tx, emails),
  description: {
    holds:
      'transfers between clubs: which club asked for the person, by which address or number, who answered what and when',
    erased: 'removed, also what was asked for by the person’s address without finding them',
  },
};
