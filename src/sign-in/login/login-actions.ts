import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { WrongGuessMeta } from '../lockout/record-wrong-guess.ts';

export const signInActions = {
  'login.ok': action<{ sid: string; second_factor: boolean; by?: 'code' | 'passkey' } | { sid: string; by: 'link' }>(),
  'login.fail': action<FailureMeta>(),
  'login.2fa_required': action(),
  'login.2fa_fail': action<FailureMeta>(),
  'login.ratelimit.ip': action<{ until: Instant; address_hmac?: string }>(),
  logout: action<{ sid: string; all: boolean; ended: number }>(),
  'auth.refresh': action<{ sid: string; jti: string; repeated: boolean }>(),
  'auth.refresh.reuse': action<{ sid: string }>(),
  'auth.reauthenticate': action<{ sid: string; how: 'password' | 'code' | 'passkey' }>(),
  'auth.reauthenticate.fail': action<WrongGuessMeta & { how: 'password' | 'code' | 'passkey' }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof signInActions> {}
}

/** What the contract asks of a record `login.fail`, whichever way in was tried. */
type FailureMeta = WrongGuessMeta & {
  reason: string;
  lock_minutes: number;
  /** Where there is no account. */
  address_hmac?: string;
  /** Which check of a token failed. */
  flaw?: string;
};
