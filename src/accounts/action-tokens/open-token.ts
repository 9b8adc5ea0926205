import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { type Instant, latestWritten } from '../../platform/kernel/clock.ts';

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
