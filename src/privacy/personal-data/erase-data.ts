import { getUser, holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { erasedAddress } from '../../accounts/users/erase-user.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import { hasNamesake, listSharedValues } from '../../accounts/users/shared-values-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { isTellingPhone } from '../../accounts/users/user-words.ts';
import type { AuditActions } from '../../platform/audit/audit-actions.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { eraseMentions, findMentions, type Mentions } from '../../platform/audit/erase-mentions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { listAddressesOf } from '../../platform/audit/single-records-store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PersonalDataContributor, PersonalValues } from '../../platform/database/personal-data.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { normalised } from '../../platform/kernel/text.ts';
import { listMailIds } from '../../platform/mail/listed-mails-store.ts';
import type { ErasureRequest, RoomCount } from './erasure.ts';
import { changeRequest } from './erasure-requests-store.ts';
import { exportOfAll } from './merged-data.ts';
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
  const ids = await listIdsOf(database.read, userId); // nobody is merged, or no longer, while a request is open
  const seen = await findMentionsOf(database.read, { actions, users: await usersOf(database.read, ids) });
  const summary = await countPersonalData(database.read, contributors, ids);
  const at = nowOf(clock);
  return database.transaction(async (tx) => {
    const users = await holdAll(tx, ids); // nobody else can change the person from here on
    const [user] = users;
    if (user === undefined) throw new Error('A user cannot disappear');
    if (user.role === 'superadmin' && user.status !== 'deleted') throw new AppError('erasure.superadmin');
    const all = await Promise.all(users.map((one) => personalValuesOf(tx, one)));
    const mentions = await findMentionsOf(tx, { actions, users }, seen);
    const mailIds = await Promise.all(all.map((values) => listMailIds(tx, values)));
    const blanked = [...new Set(mentions.flatMap((one) => one.ids))];
    const noted = { mail_ids: [...new Set(mailIds.flat())], blanked_ids: blanked, summary, erased_at: at };
    const condition = { status: ['approved'], step: 'mail', free: true } as const;
    const left = await changeRequest(tx, id, condition, { step: 'erased', ...noted, updated_at: at });
    if (left === undefined) return undefined;
    for (const values of all) for (const { eraseValues } of contributors) await eraseValues?.(tx, values);
    for (const one of ids) for (const { erase } of contributors) await erase(tx, one, at);
    for (const one of mentions) await eraseMentions(tx, one);
    const meta = { request_id: id, blanked };
    const about = { about: user, meta };
    await recordAudit(tx, byOperator(['erasure.erase'], at), { action: 'erasure.erase', ...about });
    return left;
  });
}

const usersOf = (db: Db, ids: readonly UserId[]): Promise<User[]> => Promise.all(ids.map((id) => getUser(db, id)));

/** The rows of a person, the account's first; locked in the order of their ids, as everybody does who locks several. */
async function holdAll(tx: Tx, ids: readonly UserId[]): Promise<User[]> {
  for (const id of ids.toSorted((one, other) => one - other)) await holdAnyUserRow(tx, id);
  return usersOf(tx, ids);
}

interface MentionsOf {
  readonly users: readonly User[];
  readonly actions: AuditActions;
}

async function findMentionsOf(db: Db, { users, actions }: MentionsOf, seen: readonly Mentions[] = []) {
  const found: Mentions[] = [];
  for (const [place, user] of users.entries()) {
    const values = await personalValuesOf(db, user);
    found.push(await findMentions(db, { values, actions }, seen[place]));
  }
  return found;
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
  ids: readonly UserId[],
): Promise<RoomCount[]> {
  const counts: RoomCount[] = [];
  for (const contributor of contributors) {
    const { room } = contributor;
    const parts = Object.entries(await exportOfAll(contributor, db, ids)).map(
      ([name, part]) => [name, sizeOf(part)] as const,
    );
    const entries = Object.fromEntries(parts.filter(([, size]) => size > 0));
    if (Object.keys(entries).length > 0) counts.push({ room, entries });
  }
  return counts;
}

const sizeOf = (part: unknown): number => (Array.isArray(part) ? part.length : Number(part !== null));
