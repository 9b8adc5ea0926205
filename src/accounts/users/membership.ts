import { defineTable, id, integer, type RowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { MembershipId, TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** `below`: the role counts in everything below the tenant too. */
export const REACHES = ['own', 'below'] as const;
export type Reach = (typeof REACHES)[number];

export const MEMBERSHIP_STATES = ['pending', 'active', 'suspended', 'ended'] as const;

/** `pending` until the person comes in for the first time. `ended` is for good: who comes back gets another membership. */
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

/** How it came: with the account, by an import, or to an account that was there. */
export type MembershipSource = 'created' | 'imported' | 'added';

/** What a person is in a tenant. Whoever is in several has one for each. */
export const membershipsTable = defineTable(
  'memberships',
  {
    id: id<MembershipId>('in memberships.id', 'kept'),
    user_id: integer<UserId>('duplicate', 'kept').references('users'),
    tenant_id: integer<TenantId>('in memberships.tenant_id', 'kept').references('tenants'),
    role: text<Role>('in memberships.role', 'kept'),
    reach: text<Reach>('in memberships.reach', 'kept'),
    state: text<MembershipState>('in memberships.state', 'replaced'),
    /** The first day, in Zagreb (`YYYY-MM-DD`). */
    since: text('in memberships.since', 'emptied').orNull(),
    /** The last day: it ends when that day does, in Zagreb. */
    until: text('in memberships.until', 'emptied').orNull(),
    /** The member's number in the tenant, which nobody else there ever gets. */
    number: text('in memberships.number', 'emptied').orNull(),
    source: text<MembershipSource>('in memberships.source', 'kept'),
    created_at: text<Instant>('in memberships.created_at', 'kept'),
    updated_at: text<Instant>('in memberships.updated_at', 'replaced'),
    ended_at: text<Instant>('in memberships.ended_at', 'kept').orNull(),
  },
  {
    indexes: {
      user_id_unique: { columns: 'user_id, tenant_id', where: "state <> 'ended'", unique: true },
      of_user: 'user_id',
      number_unique: { columns: 'tenant_id, number', where: 'number is not null', unique: true },
      due: { columns: 'until, id', where: "until is not null and state <> 'ended'" },
    },
    journal: [{ kind: 'memberships', key: 'user_id', of: ['role', 'reach', 'state', 'tenant_id'] }],
    personal: {
      merging: { user_id: 'moves' },
      of: 'user_id',
      parts: { memberships: { purpose: 'account', kept: 'account' } },
    },
  },
);

export type Membership = RowOf<typeof membershipsTable>;

/** What a new account's membership begins as. */
export const stateOfNew = (status: 'invited' | 'active' | 'suspended' | 'deleted'): MembershipState =>
  status === 'invited' ? 'pending' : 'active';
