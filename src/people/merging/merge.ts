import type { MembershipBefore } from '../../accounts/users/merge-memberships.ts';
import { defineTable, id, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { MovedRows } from '../../platform/database/merged-rows.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** How long a merge can be undone. */
export const UNDOABLE_FOR: Milliseconds = days(30);

/**
 * Two accounts of one person that became one, with what it takes to give everything back: ids alone. The row goes when that is done, or can be
 * done no longer.
 */
export const mergesTable = defineTable(
  'merges',
  {
    id: id('internal', 'removed'),
    /** The account that went. */
    user_id: integer<UserId>('in merges.user_id', 'removed').references('users').unique(),
    into_id: integer<UserId>('in merges.into_id', 'removed').references('users'),
    /** `merged`: the two ways in were exchanged, so that the remaining account has that of the other. */
    way_in: text<'into' | 'merged'>('internal', 'removed'),
    merged_at: text<Instant>('in merges.merged_at', 'removed'),
    merged_by: integer<UserId>('third-party', 'removed').orNull(),
    moved: json<readonly MovedRows[]>('internal', 'removed'),
    /** Memberships whose state the merge changed. */
    memberships: json<readonly MembershipBefore[]>('internal', 'removed'),
    /** Accounts that had been merged into the one that went. */
    followers: json<readonly UserId[]>('internal', 'removed'),
  },
  {
    indexes: { into: 'into_id, id', at: 'merged_at' },
    personal: {
      merging: { user_id: 'stays', into_id: 'stays', merged_by: 'stays' },
      parts: { merges: { purpose: 'account', kept: { rule: 'merges', from: 'made' } } },
    },
  },
);

export type Merge = ParsedRowOf<typeof mergesTable>;

export const undoableUntil = ({ merged_at }: Pick<Merge, 'merged_at'>): Instant =>
  instantAt(epochOf(merged_at) + UNDOABLE_FOR);

/** What the account that goes hands over. One name for each table with rows that move. */
export const MOVED = [
  ...(['memberships', 'consents', 'passkeys', 'sign_ins', 'documents', 'application_consents'] as const),
  ...(['imports', 'bulk_jobs', 'applications', 'event_subscriptions', 'recipients', 'saved_views'] as const),
];

/** What goes with the way in that is given up. */
export const GIVEN_UP = ['address', 'password', 'authenticator', 'identities', 'links', 'sign_ins'] as const;
