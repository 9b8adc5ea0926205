import type { Static } from 'typebox';
import { defineTable, integer, json, type ParsedRowOf, text } from '../../../platform/database/define-table.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../../platform/kernel/entity-id.ts';
import type { ViewFilter } from './saved-views-wire.ts';

/** What somebody wants to find again on the list of people: a name and the list's filter, without a text searched for. */
export const savedViewsTable = defineTable(
  'saved_views',
  {
    id: text('internal', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    name: text('in saved_views.name', 'removed'),
    filter: json<Static<typeof ViewFilter>>('in saved_views.filter', 'removed'),
    /** The tenant whose people see it too; null for its owner's own. */
    shared_in: integer<TenantId>('in saved_views.shared_in', 'removed').orNull(),
    created_at: text<Instant>('in saved_views.created_at', 'removed'),
  },
  {
    key: 'id',
    indexes: {
      of_person: 'user_id',
      shared: { columns: 'shared_in', where: 'shared_in is not null' },
    },
    personal: {
      merging: { user_id: 'moves' },
      of: 'user_id',
      order: 'created_at, id',
      parts: { saved_views: { purpose: 'account', kept: 'account' } },
    },
  },
);

export type SavedView = ParsedRowOf<typeof savedViewsTable>;

/** A person's own. */
export const MOST_VIEWS = 20;

/** Of those that others share, as many are shown, the oldest first. */
export const MOST_SHARED = 20;
