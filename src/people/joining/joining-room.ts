import { findAccount } from '../../accounts/users/accounts-store.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { joiningErrors } from './joining-errors.ts';
import { listRecordsOf } from './joining-invitations-store.ts';
import { ownInvitationsRoutes } from './own-invitations-routes.ts';

const joiningActions = {
  'invitation.accept': action<{ token_id: number; record_id: number }>({
    group: 'people',
    act: { hr: 'prihvaćen poziv za članstvo', en: 'joined by invitation' },
    deed: { hr: 'prihvaćen poziv za članstvo{{of}}', en: 'joined by invitation{{of}}' },
  }),
  /** Without an actor: the tenant does not learn who has the address. */
  'invitation.decline': action<{ token_id: number }>({
    group: 'people',
    act: { hr: 'odbijen poziv za članstvo', en: 'invitation declined' },
    deed: { hr: 'odbijen poziv za članstvo{{of}}', en: 'declined the invitation to join{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof joiningActions> {}
}

/** The account whose confirmed address a record names, if it is confirmed. */
async function recordsOf(db: Db, userId: UserId) {
  const account = await findAccount(db, userId);
  if (account === undefined || account.joining_at !== null || account.address_proved_at === null) return [];
  return listRecordsOf(db, account.email);
}

/** What tenants entered about somebody who has not accepted it belongs to whoever has the address. */
const joiningPersonalData: PersonalDataContributor = {
  room: 'joining',
  tables: [],
  parts: { joining: { purpose: 'account', kept: 'account' } },
  exportOf: async (db, userId) => ({ joining: (await recordsOf(db, userId)).map(({ id: _id, ...record }) => record) }),
  erase: async () => {}, // with the account, by `eraseUser`: afterwards nothing tells whose they are
  description: {
    holds:
      'what tenants entered to invite the person, until they accept or decline: tenant, role, names, telephone, OIB',
    erased: 'emptied, as an account is',
  },
};

/** How somebody who has an account joins another tenant. */
export const joiningRoom = defineRoom({
  name: 'joining',
  refusals: joiningErrors,
  auditActions: joiningActions,
  personalData: () => joiningPersonalData,
  open: (deps: Pick<Platform, 'database'>) => ({ routes: ownInvitationsRoutes(deps) }),
});
