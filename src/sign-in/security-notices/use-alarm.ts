import { Type } from 'typebox';
import { rawToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { invalidToken } from '../../accounts/action-tokens/redeem-action-token.ts';
import { BrandingAnswer, showBranding } from '../../accounts/tenants/branding-wire.ts';
import { findAccount, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { maskedEmail } from '../../accounts/users/masked-email.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { choice, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { epochOf, type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { TAKEN_BACK } from '../../platform/room/contributions.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { findOrigins } from '../sessions/sign-in-origins.ts';
import { type Alarm, WAY_LINK_WORKS_FOR } from './alarm.ts';
import { alarmedAddress, alarmHash } from './alarm-link.ts';
import { findAlarm, findOpenAlarm, spendAlarm } from './alarm-links-store.ts';
import { type TakingDeps, takeBackSignIns } from './take-back-sign-ins.ts';

export const AlarmAnswer = Type.Object(
  {
    restores_address: Type.Boolean({ description: 'Whether the link gives the account its old address back' }),
    at: { ...instant, description: 'When the change was made' },
    email: Type.String({ description: 'Masked, such as a•••@example.hr; the one that is restored, if one is' }),
    expires_at: instant,
    tenant_name: Type.String(),
    branding: BrandingAnswer,
  },
  { title: 'ChangeAlarm' },
);

export const takenBack = Type.Array(choice(TAKEN_BACK), { description: 'What the sign-in had added' });

export const TakenBackAnswer = Type.Object(
  {
    ended: Type.Integer({ description: 'How many sign-ins it ended' }),
    taken_back: takenBack,
    reset_token: Type.Unsafe<string | null>({
      ...nullableText,
      description:
        'For `/reset-password`; null where the account is not active, or has another address than the link’s mail',
    }),
    expires_at: nullableInstant,
  },
  { title: 'TakenBack' },
);

export interface AlarmDeps extends TakingDeps, Pick<Platform, 'database' | 'clock' | 'recordOrSum'> {}

/** What the page behind the link shows first. Does not spend the link. @throws AppError `token.invalid` (400) */
export async function showAlarm({ database, clock }: AlarmDeps, raw: string) {
  const alarm = await findOpenAlarm(database.read, { hash: alarmHash(raw) }, nowOf(clock));
  const owner = alarm && (await findAccount(database.read, alarm.user_id));
  if (alarm === undefined || owner === undefined || owner.status === 'deleted') throw invalidToken();
  return {
    restores_address: alarm.old_email !== null,
    at: alarm.created_at,
    email: maskedEmail(alarm.old_email ?? owner.email),
    expires_at: alarm.expires_at,
    tenant_name: owner.tenant_name,
    branding: showBranding({ color: owner.tenant_color, logo: owner.tenant_logo }),
  };
}

/**
 * The owner says that a change was not theirs: ends the sign-in that made it and takes back all that it did. After a change of
 * address every sign-in ends, since the owner is not among those who came in by the new one.
 * @throws AppError `token.invalid` (400), 409 `users.email_taken` while another account takes the address
 */
export async function useAlarm(deps: AlarmDeps, call: AuditedCall, limitKey: string, raw: string) {
  const { database, keys, clock } = deps;
  const used = await database.transaction((tx) => use(tx, deps, { ...call, at: nowOf(clock) }, raw));
  if (used === undefined) throw await refuse(deps, call, limitKey, raw);
  const { ended, taken, reset } = used;
  const reset_token = reset ? rawToken(keys, reset) : null;
  return { ended: ended.length, taken_back: [...new Set(taken)], reset_token, expires_at: reset?.expires_at ?? null };
}

async function use(tx: Tx, deps: AlarmDeps, call: AuditedCall, raw: string) {
  const { at } = call;
  const hash = alarmHash(raw);
  const open = await findOpenAlarm(tx, { hash }, at);
  const user = open && (await holdUserRow(tx, open.user_id));
  if (user === undefined) return undefined;
  const alarm = await spendAlarm(tx, hash, at);
  if (alarm === undefined) return undefined;
  const restores = alarm.old_email !== null;
  const result = await takeBackSignIns(tx, deps, call, {
    user,
    sids: restores ? await suspects(tx, alarm) : [alarm.sid],
    change: restores ? alarm : undefined,
    isMailbox: (email) => alarm.address_hmac === alarmedAddress(deps.keys, email),
    endsAll: restores,
  });
  const { ended, taken, reset } = result;
  const meta = { sid: alarm.sid, ended: ended.length, taken_back: taken, token_id: reset?.id ?? null };
  await recordAudit(tx, call, { action: 'account.take_back', about: user, meta });
  return result;
}

/** Whoever changed the address may have come in by a passkey that they added shortly before, about which no link ends that. */
const suspects = (tx: Tx, { user_id, sid, created_at }: Alarm) =>
  findOrigins(tx, user_id, sid, instantAt(epochOf(created_at) - WAY_LINK_WORKS_FOR));

/** As with other links, the use of a link that once was a person's is recorded; invented ones are only summed up. */
async function refuse({ database, recordOrSum }: AlarmDeps, call: AuditedCall, limitKey: string, raw: string) {
  const known = await findAlarm(database.read, alarmHash(raw));
  const owner = known && (await findAccount(database.read, known.user_id));
  const entry = { action: 'account.take_back.fail', meta: { reason: 'token' } } as const;
  await database.transaction((tx) =>
    owner === undefined ? recordOrSum(tx, call, limitKey, entry) : recordAudit(tx, call, { ...entry, about: owner }),
  );
  return invalidToken();
}

/** Whether the link in a mail about to be sent is still valid. */
export const isOpenAlarm = async (db: Db, seed: string, at: Instant): Promise<boolean> =>
  (await findOpenAlarm(db, { seed }, at)) !== undefined;
