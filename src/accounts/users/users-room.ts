import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { rebuildWorker } from '../../platform/jobs/rebuild-worker.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { journalledMemberships, journalledPassword, journalledStanding } from './journalled-users.ts';
import { membershipsTable } from './membership.ts';
import { rebuildPeople } from './rebuild-words.ts';
import { guardsTable } from './superadmin-guard-store.ts';
import { tenantPeopleTable } from './tenant-people-store.ts';
import type { UserStatus } from './user.ts';
import { usersTable } from './user.ts';
import { userPresenter } from './user-wire.ts';
import { userWordsTable } from './user-words-store.ts';
import { usersPersonalData } from './users-personal-data.ts';

const userErrors = declareRefusals({
  'users.state': {
    status: 409,
    hr: 'To u ovom stanju računa nije moguće.',
    en: 'That is not possible with the account’s current status.',
    when: 'The account is already in the requested state, or cannot reach it from its current one.',
  },
  'users.last_superadmin': {
    status: 409,
    hr: 'Ovo je posljednji glavni administrator. Najprije tu ulogu dajte još nekome.',
    en: 'This is the last head administrator. Give that role to someone else first.',
    when: 'The change would leave no active superadmin.',
  },
  'users.email_taken': {
    status: 409,
    hr: 'Osoba s ovom e-adresom već postoji.',
    en: 'Someone with this e-mail address already has an account.',
    when: 'Another account has the address.',
  },
  'memberships.number_taken': {
    status: 409,
    hr: 'Taj je članski broj u ovom savezu ili klubu već dodijeljen.',
    en: 'That member number has already been given to somebody in this federation or club.',
    when: 'Another membership of the tenant has or had the number.',
  },
  'memberships.exists': {
    status: 409,
    hr: 'Osoba već ima članstvo u ovom savezu ili klubu.',
    en: 'This person already has a membership in this federation or club.',
    when: 'The person has a live membership in the tenant already.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof userErrors> {}
}

const userActions = {
  'user.create': action<{ role: Role; status: UserStatus; import_id?: number }>({
    group: 'people',
    act: { hr: 'otvoren račun', en: 'account created' },
    deed: { hr: 'otvoren račun{{to}}', en: 'created the account{{of}}' },
  }),
  'user.read': action<{ what?: 'consents'; mail_id?: number; request_id?: number }>({
    group: 'people',
    act: { hr: 'pregledani podaci', en: 'profile viewed' },
    deed: { hr: 'pregledani podaci{{of}}', en: 'viewed the data{{of}}' },
  }),
  'user.delete': action<{ status: UserStatus | null; sessions_ended: number; import_id?: number }>({
    group: 'people',
    act: { hr: 'obrisan račun', en: 'account deleted' },
    deed: { hr: 'obrisan račun{{of}}', en: 'deleted the account{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof userActions> {}
}

export const usersRoom = defineRoom({
  name: 'users',
  refusals: userErrors,
  tables: [usersTable, membershipsTable, userWordsTable, tenantPeopleTable, guardsTable],
  auditActions: userActions,
  personalData: () => usersPersonalData,
  idsNeverReused: ['users', 'memberships'],
  journalledStates: [journalledStanding, journalledMemberships, journalledPassword],
  open: ({ settings, ...deps }: Pick<Platform, 'settings' | 'database' | 'clock' | 'log'>) => {
    const rebuilding = rebuildWorker(deps, rebuildPeople);
    return {
      services: { showUser: userPresenter(settings.privacy.policyVersion) },
      work: { start: rebuilding.start, stop: rebuilding.close },
    };
  },
});
