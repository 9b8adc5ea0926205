import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { rebuildWorker } from '../../platform/jobs/rebuild-worker.ts';
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
import { userErrors } from './users-errors.ts';
import { usersPersonalData } from './users-personal-data.ts';

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
