import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { signInCodeTables } from './mailed-codes-columns.ts';
import { dropCodesOf, listCodesOf } from './mailed-codes-store.ts';

export const signInCodePersonalData: PersonalDataContributor = {
  room: 'sign-in-code',
  tables: signInCodeTables,
  exportOf: async (db, userId) => ({
    mailed_codes: (await listCodesOf(db, userId)).map(({ created_at, expires_at, used_at }) => ({
      created_at,
      expires_at,
      used_at,
    })),
  }),
  erase: dropCodesOf,
  parts: {
    mailed_codes: { purpose: 'sign-in', kept: { rule: 'mailed_codes', from: 'end' } },
  },
  description: {
    holds: 'codes mailed for signing in: times; digests of the code and of the browser that asked',
    erased: 'removed',
  },
};
