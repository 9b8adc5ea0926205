import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import { days, minutes, seconds } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endDueMemberships } from './end-due-memberships.ts';
import { expireTransfers } from './expire-transfers.ts';
import { findMembers } from './find-member.ts';
import { membershipActions } from './memberships-actions.ts';
import { membershipErrors } from './memberships-errors.ts';
import { transferMails } from './memberships-mails.ts';
import { ownMembershipsRoutes } from './own-memberships-routes.ts';
import { transfersTable } from './transfer.ts';
import { transfersPersonalData } from './transfers-personal-data.ts';
import { ownTransfersRoutes, transfersRoutes } from './transfers-routes.ts';
import { endAllTransfers } from './transfers-store.ts';

/** What a person is in a tenant, from its beginning to its end, and how they go over to another. */
export const membershipsRoom = defineRoom({
  name: 'memberships',
  refusals: membershipErrors,
  tables: [transfersTable],
  auditActions: membershipActions,
  mails: transferMails,
  personalData: () => transfersPersonalData,
  retention: [
    {
      name: 'transfers',
      keptFor: days(90),
      what: 'transfers between clubs after they ended',
      forget: dropRowsBefore(transfersTable, 'ended_at'),
    },
  ],
  endAtRestore: endAllTransfers,
  open: (deps: Pick<Platform, 'database' | 'clock'>) => ({
    routes: [...ownMembershipsRoutes(deps), ...transfersRoutes(deps), ...ownTransfersRoutes(deps)],
    services: {
      endDueMemberships: () => endDueMemberships(deps),
      findAskedMembers: () => findMembers(deps),
      expireTransfers: () => expireTransfers(deps),
    },
    jobs: [
      { name: 'membership ends', every: minutes(1), run: () => endDueMemberships(deps) },
      { name: 'transfers asked', every: seconds(5), also: ['at start'], run: () => findMembers(deps) },
      { name: 'transfer ends', every: minutes(1), run: () => expireTransfers(deps) },
    ],
  }),
});
