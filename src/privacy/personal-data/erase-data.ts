import { findAccount, holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { erasedAddress } from '../../accounts/users/erase-user.ts';
import { hasNamesake, listSharedValues } from '../../accounts/users/shared-values-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { isTellingPhone } from '../../accounts/users/user-words.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { eraseMentions, findMentions } from '../../platform/audit/erase-mentions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { listAddressesOf } from '../../platform/audit/single-records-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PersonalDataContributor, PersonalValues } from '../../platform/database/personal-data.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { normalised } from '../../platform/kernel/text.ts';
import { listMailIds } from '../../platform/mail/listed-mails-store.ts';
import type { ErasureRequest, RoomCount } from './erasure.ts';
import { changeRequest } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './personal-data-deps.ts';

/**
 * Erases a person's data in the database in one transaction, by id and by value. The audit log is scanned before, so that the
 * transaction only scans newer records. What must be removed outside the database is noted in the same transaction, since the
 * values that identify it are gone afterwards.
 * @throws AppError `erasure.superadmin` (409)
 */
export async function eraseData(
  { database, clock, contributors, auditActions: actions }: PrivacyDeps,
  request: ErasureRequest,
): Promise<ErasureRequest | undefined> {
  const { id, user_id: userId } = request;
  const person = await findAccount(database.read, userId);
  if (person === undefined) throw new Error('A user cannot disappear');
  const known = await personalValuesOf(database.read, person);
  const seen = await findMentions(database.read, { values: known, actions });
  const summary = await countPersonalData(database.read, contributors, userId);
  const at = nowOf(clock);
  return database.transaction(async (tx) => {
    const user = await holdAnyUserRow(tx, userId); // nobody else can change the person from here on
    if (user === undefined) throw new Error('A user cannot disappear');
    if (user.role === 'superadmin' && user.status !== 'deleted') throw new AppError('erasure.superadmin');
    const values = await personalValuesOf(tx, user);
    const mentions = await findMentions(tx, { values, actions }, seen);
    const noted = { mail_ids: await listMailIds(tx, values), blanked_ids: mentions.ids, summary, erased_at: at };
    const condition = { status: ['approved'], step: 'mail', free: true } as const;
    const left = await changeRequest(tx, id, condition, { step: 'erased', ...noted, updated_at: at });
    if (left === undefined) return undefined;
    for (const { eraseValues } of contributors) await eraseValues?.(tx, values);
    for (const { erase } of contributors) await erase(tx, userId, at);
    await eraseMentions(tx, mentions);
    const meta = { request_id: id, blanked: mentions.ids };
    const about = { about: user, meta };
    await recordAudit(tx, byOperator(['erasure.erase'], at), { action: 'erasure.erase', ...about });
    return left;
  });
}

/**
 * Values that identify a person anywhere. Excludes those that another person has too (a freed address given to a new account,
 * a family's telephone): erasing them would remove that person's data.
 */
export async function personalValuesOf(db: Db, user: User): Promise<PersonalValues> {
  const all = new Set([user.email, ...(await listAddressesOf(db, user.id))]);
  all.delete(erasedAddress(user.id));
  const shared = await listSharedValues(db, user, [...all]);
  const isOwn = (value: string) => value !== '' && !shared.has(value);
  return {
    userId: user.id,
    emails: [...all].filter((email) => isOwn(email)),
    oib: isOwn(user.oib) ? user.oib : null,
    phone: isTellingPhone(user.telefon) && isOwn(user.telefon) ? user.telefon : null,
    names: await namesOf(db, user),
  };
}

/** Only full names that nobody else has: a single word occurs in unrelated texts, and a shared name identifies others too. */
async function namesOf(db: Db, user: User): Promise<string[]> {
  const { ime, prezime, full_name } = user;
  const all = new Set([full_name, `${ime} ${prezime}`, `${prezime} ${ime}`].map(normalised));
  const names = [...all].filter((name) => /\S\s+\S/u.test(name));
  return names.length === 0 || (await hasNamesake(db, user, names)) ? [] : names;
}

/** The number of entries that each room stores about a person, counted from its export; empty rooms are left out. */
export async function countPersonalData(
  db: Db,
  contributors: readonly PersonalDataContributor[],
  userId: UserId,
): Promise<RoomCount[]> {
  const counts: RoomCount[] = [];
  for (const { room, exportOf } of contributors) {
    const parts = Object.entries(await exportOf(db, userId)).map(([name, part]) => [name, sizeOf(part)] as const);
    const entries = Object.fromEntries(parts.filter(([, size]) => size > 0));
    if (Object.keys(entries).length > 0) counts.push({ room, entries });
  }
  return counts;
}

const sizeOf = (part: unknown): number => (Array.isArray(part) ? part.length : Number(part !== null));
