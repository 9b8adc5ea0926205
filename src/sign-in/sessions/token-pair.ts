import type { Account } from '../../accounts/users/user.ts';
import { type Clock, epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days, inWholeSeconds, minutes } from '../../platform/kernel/durations.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SessionRecord } from './session.ts';
import type { KnownTokens } from './session-token.ts';
import { signToken, type TokenKind } from './session-token.ts';

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  /** Remaining lifetime of the access token, in seconds. */
  readonly expires_in: number;
}

export interface TokenLifetimes {
  readonly accessMinutes: number;
  readonly refreshDays: number;
}

/** Creates session records and signs the pair of a record. */
export interface TokenPairs {
  /** A record for a new pair; neither token outlives the sign-in. */
  plan(sid: SignInId, signInExpiresAt: Instant): SessionRecord;
  /** The same bytes for the same record, even after the signing key was rotated. */
  sign(record: SessionRecord, user: Pick<Account, 'id' | 'tenant_id' | 'role' | 'mid'>): TokenPair;
}

export function tokenPairs(
  keys: Keyring,
  clock: Clock,
  issuer: string,
  lifetimes: TokenLifetimes,
  known: KnownTokens,
): TokenPairs {
  return {
    plan: (sid, signInExpiresAt) => {
      const now = Math.floor(clock.now() / 1000) * 1000; // claims hold whole seconds
      const until = (ttl: number) => instantAt(Math.min(now + ttl, epochOf(signInExpiresAt)));
      return {
        jti: opaqueId(),
        sid,
        kid: keys.signing().kid,
        issued_at: instantAt(now),
        access_expires_at: until(minutes(lifetimes.accessMinutes)),
        refresh_expires_at: until(days(lifetimes.refreshDays)),
        spent_at: null,
        successor_jti: null,
        access_ended_at: null,
      };
    },
    sign: (record, user) => {
      const key = keys.findSigning(record.kid);
      if (key === undefined) throw new Error(`The signing key ${record.kid} of a live session is gone`);
      const token = (typ: TokenKind, expiresAt: Instant) => {
        const claims = {
          iss: issuer,
          aud: issuer,
          sub: String(user.id),
          sid: record.sid,
          jti: record.jti,
          tenant_id: user.tenant_id,
          role: user.role,
          tier: tierOf(user.role),
          mid: user.mid,
          typ,
          iat: epochOf(record.issued_at) / 1000,
          exp: Math.floor(epochOf(expiresAt) / 1000),
        };
        const signed = signToken(claims, key);
        known.add(signed, { ...claims, kid: key.kid });
        return signed;
      };
      return {
        access_token: token('access', record.access_expires_at),
        refresh_token: token('refresh', record.refresh_expires_at),
        token_type: 'bearer',
        expires_in: inWholeSeconds(epochOf(record.access_expires_at) - clock.now()),
      };
    },
  };
}
