import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import { days, minutes, seconds } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { expireTransfers } from './expire-transfers.ts';
import { findMembers } from './find-member.ts';
import { transfersTable } from './transfer.ts';
import { transferAuditActions } from './transfers-actions.ts';
import { transferErrors } from './transfers-errors.ts';
import { transferMails } from './transfers-mails.ts';
import { transfersPersonalData } from './transfers-personal-data.ts';
import { ownTransfersRoutes, transfersRoutes } from './transfers-routes.ts';
import { endAllTransfers } from './transfers-store.ts';

/** How a member goes over from one club to another. */
export const transfersRoom = defineRoom({
  name: 'transfers',
  refusals: transferErrors,
  tables: [transfersTable],
  auditActions: transferAuditActions,
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
    routes: [...transfersRoutes(deps), ...ownTransfersRoutes(deps)],
    services: { findAskedMembers: () => findMembers(deps), expireTransfers: () => expireTransfers(deps) },
    jobs: [
      { name: 'transfers asked', every: seconds(5), also: ['at start'], run: () => findMembers(deps) },
      { name: 'transfer ends', every: minutes(1), run: () => expireTransfers(deps) },
    ],
  }),
});
