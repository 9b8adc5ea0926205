import { issueActionToken, rawToken } from '../action-tokens/issue-action-token.ts';
import { invalidToken } from '../action-tokens/redeem-action-token.ts';
import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { RecordOrSum } from '../audit/record-or-sum.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import { type Clock, type Instant, instantAt, nowOf } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { nameDevice } from '../sessions/device-name.ts';
import { endSession } from '../sessions/end-sessions.ts';
import { showBranding } from '../tenants/branding-wire.ts';
import { findAccount } from '../users/find-account.ts';
import { lockUser } from '../users/lock-user.ts';
import { maskedEmail } from '../users/masked-email.ts';
import { findNotice, findOpenNotice, spendNotice } from './device-notices-store.ts';
import type { DeviceNotice } from './known-device.ts';
import { dropDevice } from './known-devices-store.ts';
import { noticedAddress, noticeHash } from './note-device.ts';

export interface DisownDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly recordOrSum: RecordOrSum;
}

/** What the page behind the link shows first. Does not spend the link. @throws AppError `token.invalid` (400) */
export async function showNotice({ database, clock, keys }: DisownDeps, raw: string) {
  const notice = await findOpenNotice(database.read, { hash: noticeHash(raw) }, nowOf(clock));
  const owner = notice && (await findAccount(database.read, notice.user_id));
  if (owner === undefined || owner.status === 'deleted' || !isFor(keys, notice, owner)) throw invalidToken();
  return {
    at: notice.created_at,
    ...(await nameDevice(notice.user_agent)),
    ip: notice.ip,
    email: maskedEmail(owner.email),
    expires_at: notice.expires_at,
    tenant_name: owner.tenant_name,
    branding: showBranding({ color: owner.tenant_color, logo: owner.tenant_logo }),
  };
}

const isFor = (keys: Keyring, notice: DeviceNotice | undefined, { email }: { email: string }): notice is DeviceNotice =>
  notice?.address_hmac === noticedAddress(keys, email);

/**
 * The owner says that it was not them: ends the sign-in, forgets its browser, and then issues a link for a new password. Works
 * for an ended sign-in too, since whoever opened it knows the password.
 * @throws AppError `token.invalid` (400)
 */
export async function disownSignIn(deps: DisownDeps, call: AuditedCall, limitKey: string, raw: string) {
  const { database, keys, clock } = deps;
  const disowned = await database.transaction((tx) => disown(tx, keys, call, { raw, now: clock.now() }));
  if (disowned === undefined) throw await refuse(deps, call, limitKey, raw);
  const { ended, reset } = disowned;
  return { ended, reset_token: reset ? rawToken(keys, reset) : null, expires_at: reset?.expires_at ?? null };
}

async function disown(tx: Tx, keys: Keyring, call: AuditedCall, { raw, now }: { raw: string; now: number }) {
  const at = instantAt(now);
  const notice = await findOpenNotice(tx, { hash: noticeHash(raw) }, at);
  const user = notice && (await lockUser(tx, notice.user_id));
  if (notice === undefined || user === undefined) return undefined;
  const wanted = { hash: notice.token_hash, address_hmac: noticedAddress(keys, user.email) };
  const spent = await spendNotice(tx, wanted, at);
  if (spent === undefined) return undefined;
  const ended = await endSession(tx, spent.sid, 'ended', at);
  await dropDevice(tx, user.id, spent.device_id);
  const asked = { userId: user.id, kind: 'reset', now, createdBy: null, ip: call.context.ip } as const;
  const reset = user.status === 'active' ? await issueActionToken(tx, keys, asked) : undefined;
  const meta = { sid: spent.sid, ended, token_id: reset?.id ?? null };
  await recordAudit(tx, call, { action: 'device.disown', about: user, meta });
  return { ended, reset };
}

/** As with other links, the use of a link that once was a person's is recorded; invented ones are only summed up. */
async function refuse({ database, recordOrSum }: DisownDeps, call: AuditedCall, limitKey: string, raw: string) {
  const known = await findNotice(database.read, noticeHash(raw));
  const owner = known && (await findAccount(database.read, known.user_id));
  await database.transaction((tx) =>
    owner === undefined
      ? recordOrSum(tx, call, limitKey, { action: 'device.disown.fail', meta: { reason: 'token' } })
      : recordAudit(tx, call, { action: 'device.disown.fail', about: owner, meta: { reason: 'token' } }),
  );
  return invalidToken();
}

/** Whether the link in a mail about to be sent is still valid. */
export const isOpenNotice = async (db: Db, seed: string, at: Instant): Promise<boolean> =>
  (await findOpenNotice(db, { seed }, at)) !== undefined;
