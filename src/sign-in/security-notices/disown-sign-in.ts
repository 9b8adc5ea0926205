import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { invalidToken } from '../../accounts/action-tokens/redeem-action-token.ts';
import { showBranding } from '../../accounts/tenants/branding-wire.ts';
import { findAccount, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { maskedEmail } from '../../accounts/users/masked-email.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { nameDevice } from '../sessions/device-name.ts';
import { dropDevice, findNotice, findOpenNotice, spendNotice } from './known-devices-store.ts';
import { noticedAddress, noticeHash } from './note-device.ts';
import { type TakingDeps, takeBackSignIns } from './take-back-sign-ins.ts';

export interface DisownDeps extends TakingDeps, Pick<Platform, 'database' | 'clock' | 'recordOrSum'> {}

/** What the page behind the link shows first. Does not spend the link. @throws AppError `token.invalid` (400) */
export async function showNotice({ database, clock }: DisownDeps, raw: string) {
  const notice = await findOpenNotice(database.read, { hash: noticeHash(raw) }, nowOf(clock));
  const owner = notice && (await findAccount(database.read, notice.user_id));
  if (notice === undefined || owner === undefined || owner.status === 'deleted') throw invalidToken();
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

/**
 * The owner says that it was not them: ends the sign-in, takes back what it added, forgets its browser, and then issues a link for
 * a new password. Works for an ended sign-in too, since whoever opened it knows the password; and whatever the address is now.
 * @throws AppError `token.invalid` (400)
 */
export async function disownSignIn(deps: DisownDeps, call: AuditedCall, limitKey: string, raw: string) {
  const { database, keys, clock } = deps;
  const disowned = await database.transaction((tx) => disown(tx, deps, { ...call, at: nowOf(clock) }, raw));
  if (disowned === undefined) throw await refuse(deps, call, limitKey, raw);
  const { ended, taken, reset } = disowned;
  return {
    ended,
    taken_back: [...taken],
    reset_token: reset ? rawToken(keys, reset) : null,
    expires_at: reset?.expires_at ?? null,
  };
}

async function disown(tx: Tx, deps: DisownDeps, call: AuditedCall, raw: string) {
  const { at } = call;
  const hash = noticeHash(raw);
  const notice = await findOpenNotice(tx, { hash }, at);
  const user = notice && (await holdUserRow(tx, notice.user_id));
  const spent = user && (await spendNotice(tx, hash, at));
  if (user === undefined || spent === undefined) return undefined;
  const { sid } = spent;
  const isMailbox = (email: string) => spent.address_hmac === noticedAddress(deps.keys, email);
  const taking = { user, sids: [sid], isMailbox, endsAll: false };
  const { ended: sids, taken, reset } = await takeBackSignIns(tx, deps, call, taking);
  await dropDevice(tx, user.id, spent.device_id);
  const ended = sids.includes(sid);
  const known = { sid, ended, token_id: reset?.id ?? null };
  const meta = taken.length === 0 ? known : { ...known, taken_back: taken };
  await recordAudit(tx, call, { action: 'device.disown', about: user, meta });
  return { ended, taken, reset };
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
