import { type Manager, reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';

/** `asked` of the club, `released` by it and waiting for the person; then how it ended. */
export const TRANSFER_STATES = [
  'asked',
  'released',
  'accepted',
  'refused',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

export const OPEN_STATES = ['asked', 'released'] as const satisfies readonly TransferState[];

/** Without power: whoever is to have more gets it afterwards, where its own rules ask for proof. */
export const TRANSFER_ROLES = ['member', 'guest'] as const;
export type TransferRole = (typeof TRANSFER_ROLES)[number];

/** From the request on, for everybody's answers together. */
export const OPEN_FOR = days(60);

/** So long the club alone answers; then the federation above both may, too. */
const CLUB_ANSWERS_FOR = days(14);

/** One tenant asks for a member of another. */
export const transfersTable = defineTable(
  'transfers',
  {
    id: id('internal', 'removed'),
    to_tenant_id: integer<TenantId>('in transfers.to_tenant_id', 'removed').references('tenants'),
    /** The other tenant's name, and the person's address or number there, as they were asked for. */
    club: text('in transfers.club', 'removed'),
    sought: text('in transfers.sought', 'removed'),
    /** Null until somebody is found, and for good where nobody is. The tenant that asks is not told which. */
    from_tenant_id: integer<TenantId>('in transfers.from_tenant_id', 'removed').references('tenants').orNull(),
    user_id: integer<UserId>('duplicate', 'removed').references('users').orNull(),
    role: text<TransferRole>('in transfers.role', 'removed'),
    state: text<TransferState>('in transfers.state', 'removed'),
    created_at: text<Instant>('in transfers.created_at', 'removed'),
    /** When it was looked for the person: after the answer, so that its time tells nothing. */
    looked_at: text<Instant>('internal', 'removed').orNull(),
    released_at: text<Instant>('in transfers.released_at', 'removed').orNull(),
    expires_at: text<Instant>('in transfers.expires_at', 'removed'),
    ended_at: text<Instant>('in transfers.ended_at', 'removed').orNull(),
  },
  {
    indexes: {
      asked_unique: { columns: 'to_tenant_id, sought, club', where: 'ended_at is null', unique: true },
      person_unique: {
        columns: 'user_id, to_tenant_id',
        where: 'ended_at is null and user_id is not null',
        unique: true,
      },
      of_user: { columns: 'user_id', where: 'user_id is not null' },
      of_target: 'to_tenant_id, id',
      of_source: { columns: 'from_tenant_id, id', where: 'from_tenant_id is not null' },
      sought: { columns: 'sought', where: 'user_id is null' },
      waiting: { columns: 'id', where: 'looked_at is null and ended_at is null' },
      due: { columns: 'expires_at, id', where: 'ended_at is null' },
      ended: { columns: 'ended_at', where: 'ended_at is not null' },
    },
    personal: {
      merging: { user_id: 'waits' },
      of: 'user_id',
      parts: { transfers: { purpose: 'account', kept: { rule: 'transfers', from: 'end' } } },
    },
  },
);

export type Transfer = RowOf<typeof transfersTable>;

export const TRANSFER_ACTIONS = ['release', 'refuse', 'withdraw'] as const;
export type TransferAction = (typeof TRANSFER_ACTIONS)[number];

type Sides = Pick<Transfer, 'from_tenant_id' | 'to_tenant_id' | 'created_at'>;

/** Whether somebody sees whom it is about: only from the side of their club. */
export const reachesSource = (manager: Manager, { from_tenant_id }: Pick<Transfer, 'from_tenant_id'>): boolean =>
  from_tenant_id !== null && reachesTenant(manager, from_tenant_id);

/** The club itself answers; whoever reaches both clubs does after a while. */
export const mayAnswer = (
  manager: Manager,
  { from_tenant_id, to_tenant_id, created_at }: Sides,
  at: Instant,
): boolean =>
  reachesSource(manager, { from_tenant_id }) &&
  (manager.tenantId === from_tenant_id ||
    (reachesTenant(manager, to_tenant_id) && epochOf(at) - epochOf(created_at) >= CLUB_ANSWERS_FOR));

/** The actions that are possible now, under the conditions that the acts themselves check. */
export function transferActions(
  manager: Manager,
  transfer: Sides & Pick<Transfer, 'state' | 'expires_at'>,
  at: Instant,
) {
  const actions: TransferAction[] = [];
  if (transfer.expires_at <= at) return actions;
  if (transfer.state === 'asked' && mayAnswer(manager, transfer, at)) actions.push('release', 'refuse');
  const isOpen = OPEN_STATES.some((state) => state === transfer.state);
  if (isOpen && reachesTenant(manager, transfer.to_tenant_id)) actions.push('withdraw');
  return actions;
}
