import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { applicationSignInsTable, logoutNoticesTable } from '../../sign-in/sessions/logout-notices/logout-notice.ts';
import { noticesOfPerson } from '../../sign-in/sessions/logout-notices/notify-logout.ts';
import { applicationsTable } from './application.ts';
import { applicationConsentsTable, dropConsentsOf, listConsentsOf } from './application-consents-store.ts';
import { forgetMaker, listMadeBy } from './applications-store.ts';
import { countRecordsOf, dropRecordsOf, providerRecordsTable } from './provider-records-store.ts';

export const applicationsPersonalData: PersonalDataContributor = {
  room: 'applications',
  tables: [
    applicationConsentsTable,
    providerRecordsTable,
    logoutNoticesTable,
    applicationSignInsTable,
    applicationsTable,
  ],
  exportOf: async (db, userId) => ({
    application_consents: (await listConsentsOf(db, userId)).map(
      ({ application_id, name, scopes, given_at, shown_name, oib_ground, places }) => ({
        application_id,
        name,
        scopes,
        given_at,
        shown_name,
        oib_ground,
        places,
      }),
    ),
    application_tokens: await countRecordsOf(db, userId),
    application_logouts: await noticesOfPerson.list(db, userId),
    applications_registered: await listMadeBy(db, userId),
  }),
  erase: async (tx, userId) => {
    await dropConsentsOf(tx, userId);
    await dropRecordsOf(tx, { userId });
    await forgetMaker(tx, userId);
    await noticesOfPerson.forget(tx, userId);
  },
  description: {
    holds:
      'consents: which applications may read what about a person; digests of the codes and tokens that these were given; when these were notified of a logout; who registered an application',
    erased:
      'consents, codes and tokens; the person of a logout notice, once it was delivered; who registered an application',
  },
};
