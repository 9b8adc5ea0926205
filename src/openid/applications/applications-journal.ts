import { digestsByPerson, journalledPerson } from '../../accounts/users/journalled-users.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { defineJournalledState } from '../../platform/room/contributions.ts';
import { type Application, hasEnded } from './application.ts';
import { dropConsent, dropConsentsTo, listConsentsOf, listConsentsOfPeople } from './application-consents-store.ts';
import { changeApplication, findApplication, listApplicationStates } from './applications-store.ts';
import { dropRecordsOf } from './provider-records-store.ts';

/** Empty if it is gone. The digest is of 256 random bits, so nobody can guess the secret from it. */
type ApplicationState = Partial<Pick<Application, 'secret_digest' | 'secret_made_at' | 'ends_at'>>;

/**
 * Whether an application is in force, and its secret's digest: after a restore the secret replaced since the backup stays
 * invalid, and the new one works.
 */
export const journalledApplication = defineJournalledState<ApplicationState>({
  kind: 'application',
  read: async (db, ids) => {
    const found = await listApplicationStates(db, ids);
    const states = new Map<string, ApplicationState>(ids.map((id) => [id, {}]));
    for (const { id, ...state } of found) states.set(id, state);
    return states;
  },
  apply: async (tx, id, state, { at }) => {
    const known = await findApplication(tx, id);
    if (known === undefined) return undefined;
    const last = { secret_digest: null, secret_made_at: null, ends_at: endOf(known, at), ...state };
    const did: string[] = [];
    if (known.secret_digest !== last.secret_digest) did.push('application_secret');
    if (known.ends_at !== last.ends_at) did.push('application_end');
    if (did.length === 0) return undefined;
    await changeApplication(tx, id, last);
    if (hasEnded(last, at)) {
      await dropConsentsTo(tx, id);
      await dropRecordsOf(tx, { applicationId: id });
    }
    return { did };
  },
});

/** A deleted application ends; deleting its row is left to whoever manages it. */
const endOf = (known: Application, at: Instant): Instant => (hasEnded(known, at) ? (known.ends_at ?? at) : at);

interface ConsentsState {
  /** Ids of applications. */
  readonly to: readonly string[];
}

/** The applications a person has consented to; a consent withdrawn since a backup stays withdrawn. */
export const journalledConsents = journalledPerson<ConsentsState>({
  kind: 'application-consents',
  none: { to: [] },
  read: async (db, ids) => {
    const rows = await listConsentsOfPeople(db, ids);
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
