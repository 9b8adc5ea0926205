import { defineTable, id, integer, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

/** Agreed categories by name. `necessary` is always true. */
export type Categories = Readonly<Record<string, boolean>>;

/** One answer to one version of the privacy policy. Immutable: a new answer is a new row. */
export const consentsTable = defineTable(
  'consents',
  {
    id: id('in consents.consent_id', 'removed'),
    /** `null` for a guest. */
    user_id: integer<UserId>('duplicate', 'removed').references('users').orNull(),
    /** SHA-256 of a guest's cookie; together with a user: the guest who became that user. */
    guest_hash: text('secret', 'removed').orNull(),
    policy_version: text('in consents.policy_version', 'removed'),
    categories: json<Categories>('in consents.categories', 'removed'),
    recorded_at: text<Instant>('in consents.recorded_at', 'removed'),
    /** When a guest's consent was attached to the account. */
    joined_at: text<Instant>('in consents.joined_at', 'removed').orNull(),
  },
  {
    indexes: {
      guest_hash_unique: { columns: 'guest_hash', where: 'user_id is not null', unique: true },
      guest: { columns: 'guest_hash, id', where: 'user_id is null' },
      user_id: 'user_id, id',
      guests_by_time: { columns: 'recorded_at', where: 'user_id is null' },
    },
    personal: {
      merging: { user_id: 'moves' },
      of: 'user_id',
      parts: { consents: { purpose: 'proof', kept: 'account' } },
    },
  },
);

export type Consent = ParsedRowOf<typeof consentsTable>;
