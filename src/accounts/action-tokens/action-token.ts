import { type JsonText, toJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days, hours, type Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';

export const TOKEN_KINDS = ['invite', 'reset'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_LIFETIME: Readonly<Record<TokenKind, Milliseconds>> = { invite: days(7), reset: hours(2) };

/** The page that the link of each kind opens. */
export const TOKEN_PATH = { invite: '/setup-password', reset: '/reset-password' } as const;

/** A single-use link. The token itself is never stored: it is derived from `seed` with a data key when needed. */
export interface ActionToken {
  readonly id: number;
  readonly seed: string;
  /** SHA-256 of the token as base64url; lookups go by this. */
  readonly token_hash: string;
  readonly user_id: UserId;
  readonly kind: TokenKind;
  readonly expires_at: Instant;
  readonly used_at: Instant | null;
  /** Replaced by a newer token of the same kind. */
  readonly replaced_at: Instant | null;
  readonly cancelled_at: Instant | null;
  readonly created_at: Instant;
  readonly created_by: UserId | null;
  readonly ip: string | null;
  /** Further facts: of an invitation, whether its link was shown to whoever asked for it. */
  readonly meta: JsonText<Readonly<Record<string, unknown>>>;
}

export const NO_META: ActionToken['meta'] = toJson({});
export const SHOWN: ActionToken['meta'] = toJson({ shown: true });
