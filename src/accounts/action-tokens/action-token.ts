import type { ExpressionBuilder } from 'kysely';
import { defineTable, id, integer, json, type RowOf, text } from '../../platform/database/define-table.ts';
import { toJson } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Instant, latestWritten } from '../../platform/kernel/clock.ts';
import { days, hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

type Token = ExpressionBuilder<Schema, 'action_tokens'>;

/** Neither used, replaced nor cancelled; it may have expired. */
export const isOpen = (token: Token) =>
  token.and([
    token('action_tokens.used_at', 'is', null),
    token('action_tokens.replaced_at', 'is', null),
    token('action_tokens.cancelled_at', 'is', null),
  ]);

/** Open, not expired, and not issued by a clock that was ahead (`written`: the latest time of an issue that counts). */
export const isUsable =
  (at: Instant, written = latestWritten(at)) =>
  (token: Token) =>
    token.and([
      isOpen(token),
      token('action_tokens.expires_at', '>', at),
      token('action_tokens.created_at', '<=', written),
    ]);

export const isUsableInvitation = (at: Instant, written?: Instant) => (token: Token) =>
  token.and([token('action_tokens.kind', '=', 'invite'), isUsable(at, written)(token)]);

export const TOKEN_KINDS = ['invite', 'reset'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_LIFETIME: Readonly<Record<TokenKind, Milliseconds>> = { invite: days(7), reset: hours(2) };

/** The page that the link of each kind opens. */
export const TOKEN_PATH = { invite: '/setup-password', reset: '/reset-password' } as const;

/** A single-use link. The token itself is never stored: it is derived from `seed` with a data key when needed. */
export const actionTokensTable = defineTable(
  'action_tokens',
  {
    id: id('internal', 'kept'),
    seed: text('secret', 'replaced').unique(),
    /** SHA-256 of the token as base64url; lookups go by this. */
    token_hash: text('secret', 'replaced').unique(),
    user_id: integer<UserId>('duplicate', 'kept').references('users'),
    kind: text<TokenKind>('in links.kind', 'kept'),
    expires_at: text<Instant>('in links.expires_at', 'kept'),
    used_at: text<Instant>('in links.used_at', 'kept').orNull(),
    /** Replaced by a newer token of the same kind. */
    replaced_at: text<Instant>('in links.replaced_at', 'kept').orNull(),
    cancelled_at: text<Instant>('in links.cancelled_at', 'kept').orNull(),
    created_at: text<Instant>('in links.created_at', 'kept'),
    created_by: integer<UserId>('third-party', 'kept').orNull(),
    ip: text('in links.ip', 'emptied').orNull(),
    /** Further facts: of an invitation, whether its link was shown to whoever asked for it. */
    meta: json<Readonly<Record<string, unknown>>>('internal', 'emptied'),
    /** When somebody who holds the expired link of an invitation asked for a new one. */
    asked_at: text<Instant>('in links.asked_at', 'kept').orNull(),
  },
  {
    indexes: {
      user_id: 'user_id, kind',
      expires_at: 'expires_at',
      created_by: { columns: 'created_by', where: 'created_by is not null' },
    },
    personal: {
      merging: { user_id: 'way in', created_by: 'stays' },
      parts: { links: { purpose: 'sign-in', kept: { rule: 'action_tokens', from: 'end' } } },
    },
  },
);

export type ActionToken = RowOf<typeof actionTokensTable>;

export const NO_META: ActionToken['meta'] = toJson({});
export const SHOWN: ActionToken['meta'] = toJson({ shown: true });
