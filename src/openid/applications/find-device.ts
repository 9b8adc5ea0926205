import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { type Application, hasEnded, isScope, type Scope } from './application.ts';
import { findApplication } from './applications-store.ts';
import { userCodeHmac } from './device-code.ts';
import { findOpenCode } from './device-codes-store.ts';
import type { ApplicationsDeps } from './provider-host.ts';
import { findRecordByDigest, type Payload } from './provider-records-store.ts';

/** A device waiting for approval. */
export interface WaitingDevice {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly askedAt: Instant;
  /** Of its device code. */
  readonly digest: string;
  readonly payload: Payload;
}

export const noSuchDevice = () => new AppError('applications.device_code');

/**
 * The device whose code was entered. Wrong codes are counted per person and audited; after ten, the person's codes are refused
 * for a while (RFC 8628 §5.1). @throws AppError 404 `applications.device_code`, 429 `applications.device_guesses`, 503
 */
export async function findDevice(deps: ApplicationsDeps, call: Call, typed: string): Promise<WaitingDevice> {
  const { wrongUserCodes, database, clock, host } = deps;
  await host.provider(); // throws when there are no applications
  const place = await wrongUserCodes.reserve(String(call.caller.userId));
  if (place.kind !== 'reserved') {
    const retryAfter = place.kind === 'blocked' ? place.until - clock.now() : seconds(1);
    throw new AppError('applications.device_guesses', { retryAfter });
  }
  const found = await findOpen(deps, typed, call.at);
  if (found !== undefined) {
    await wrongUserCodes.release(place.reservation);
    return found;
  }
  await wrongUserCodes.count(place.reservation);
  await database.transaction((tx) => recordAudit(tx, call, { action: 'application.device_guess', about: 'actor' }));
  throw noSuchDevice();
}

async function findOpen(
  { database, keys }: ApplicationsDeps,
  typed: string,
  at: Instant,
): Promise<WaitingDevice | undefined> {
  const hmac = userCodeHmac(keys, typed);
  const code = hmac === undefined ? undefined : await findOpenCode(database.read, hmac, at);
  const record = code && (await findRecordByDigest(database.read, 'DeviceCode', code.digest));
  const application = record && (await findApplication(database.read, String(record.payload.clientId)));
  if (code === undefined || record === undefined || application === undefined || hasEnded(application, at))
    return undefined;
  const { params } = record.payload as { params?: { scope?: string } }; // as stored by the library
  const asked = (params?.scope ?? '').split(' ').filter(isScope);
  const scopes = asked.filter((scope) => application.scopes.includes(scope));
  return { digest: code.digest, payload: record.payload, application, scopes, askedAt: record.created_at };
}
