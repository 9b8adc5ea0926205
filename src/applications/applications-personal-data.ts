import type { PersonalDataContributor } from '../database/personal-data.ts';
import { dropConsentsOf, listConsentsOf } from './application-consents-store.ts';
import { forgetMaker, listMadeBy } from './applications-store.ts';
import { countRecordsOf, dropRecordsOf } from './provider-records-store.ts';

export const applicationsPersonalData: PersonalDataContributor = {
  room: 'applications',
  tables: ['applications', 'application_consents', 'provider_records'],
  exportOf: async (db, userId) => ({
    application_consents: (await listConsentsOf(db, userId)).map(({ application_id, name, scopes, given_at }) => ({
      application_id,
      name,
      scopes,
      given_at,
    })),
    application_tokens: await countRecordsOf(db, userId),
    applications_registered: await listMadeBy(db, userId),
  }),
  erase: async (tx, userId) => {
    await dropConsentsOf(tx, userId);
    await dropRecordsOf(tx, { userId });
    await forgetMaker(tx, userId);
  },
  words: {
    holds:
      'which applications somebody lets read what about them, and the codes and tokens these were given (digests alone); who registered an application',
    erased: 'consents, codes and tokens; who registered an application',
  },
};
