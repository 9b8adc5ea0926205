import type { Database, Tx } from '../../platform/database/database.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes, seconds } from '../../platform/kernel/durations.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { addDeviceCode, findPolled, recordPoll, slowDown } from './device-codes-store.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** The page where people enter the code that their device shows. */
export const DEVICE_PAGE = '/uredaj';
export const DEVICE_CODE_LIFETIME = minutes(10);
/** Seconds between polls, as told to the device (RFC 8628 §3.2). */
export const POLL_INTERVAL = 5;
const LONGEST_INTERVAL = 60;
/** Tolerance for clocks and networks. */
const TOLERANCE = seconds(1);

/** Twenty consonants: no words, nothing to mix up (RFC 8628 §6.1). Four and four make 34 bits. */
export const USER_CODE = { charset: 'base-20', mask: '****-****' } as const;
const LETTERS = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** The stored digest of a user code, however it was typed; undefined for text that cannot be one. */
export function userCodeHmac(keys: Keyring, typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return LETTERS.test(code) ? keys.hmac('device-user-code', code).toString('base64url') : undefined;
}

interface NewDeviceCode {
  readonly digest: string;
  readonly userCode: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

export const openDeviceCode = (tx: Tx, keys: Keyring, { digest, userCode, at, expiresAt }: NewDeviceCode) =>
  addDeviceCode(tx, {
    digest,
    user_code: userCodeHmac(keys, userCode) ?? '',
    wait_seconds: POLL_INTERVAL,
    next_poll_at: at,
    decided_at: null,
    expires_at: expiresAt,
  });

/** The state of a code when its device polls. `early`: undecided, and the device polls too often (RFC 8628 §3.5). */
export async function poll(
  database: Database,
  digest: string,
  now: Milliseconds,
): Promise<'expired' | 'early' | 'ready'> {
  const code = await findPolled(database.read, digest);
  const at = instantAt(now);
  if (code === undefined || code.expires_at <= at) return 'expired';
  if (code.decided_at !== null) return 'ready';
  const next = instantAt(now + seconds(code.wait_seconds) - TOLERANCE);
  return database.transaction(async (tx) => {
    if (await recordPoll(tx, digest, { at, next })) return 'ready';
    await slowDown(tx, digest, LONGEST_INTERVAL);
    return 'early';
  });
}
