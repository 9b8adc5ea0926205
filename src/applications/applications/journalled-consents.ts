import { digestsByPerson, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { dropConsent, listConsentsOf } from './application-consents-store.ts';
import { dropRecordsOf } from './provider-records-store.ts';

interface ConsentsState {
  /** Ids of applications. */
  readonly to: readonly string[];
}

/** The applications a person has consented to; a consent withdrawn since a backup stays withdrawn. */
export const journalledConsents = journalledPerson<ConsentsState>({
  kind: 'application-consents',
  none: { to: [] },
  read: async (db, ids) => {
    const given = db.selectFrom('application_consents').select(['user_id', 'application_id']);
    const rows = await given
      .where('user_id', 'in', valuesOf(db, 'bigint', ids))
      .orderBy('application_id')
      .execute();
    return new Map([...digestsByPerson(rows, ({ application_id }) => application_id)].map(([id, to]) => [id, { to }]));
  },
  apply: async (tx, { id: userId }, { to }) => {
    const gone = (await listConsentsOf(tx, userId)).filter(({ application_id }) => !to.includes(application_id));
    for (const { application_id: applicationId } of gone) {
      await dropConsent(tx, userId, applicationId);
      await dropRecordsOf(tx, { userId, applicationId });
    }
    return gone.length === 0 ? [] : ['application_consents'];
  },
});
