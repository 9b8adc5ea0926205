import type { Instant } from '../kernel/clock.ts';
import { days, hours, type Milliseconds } from '../kernel/durations.ts';

export const TOKEN_KINDS = ['invite', 'reset'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_LIFETIME: Readonly<Record<TokenKind, Milliseconds>> = { invite: days(7), reset: hours(2) };

/** Where the link of each kind leads; the same paths are the pages. */
export const TOKEN_PATH = { invite: '/setup-password', reset: '/reset-password' } as const;

/** A link that works once. The token itself is stored nowhere: it is made from `seed` under a data key when it is needed. */
export interface ActionToken {
  readonly id: number;
  readonly seed: string;
  /** SHA-256 as base64url: what a redeemer's token is looked up by. */
  readonly token_hash: string;
  readonly user_id: number;
  readonly kind: TokenKind;
  readonly expires_at: Instant;
  readonly used_at: Instant | null;
  /** A newer one of its kind took its place. */
  readonly replaced_at: Instant | null;
  readonly cancelled_at: Instant | null;
  readonly created_at: Instant;
  readonly created_by: number | null;
  readonly ip: string | null;
  readonly meta: string;
}
