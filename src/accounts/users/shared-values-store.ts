import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { User } from './user.ts';
import { isTellingPhone, phoneWord, searchWords } from './user-words.ts';
import { ofWord } from './word-search.ts';

/**
 * Which of these values other, undeleted users have too, so that they identify those users as well. Empty ones belong to nobody. Telephones have no index of their
 * own; the search words contain the number.
 */
export async function listSharedValues(
  db: Db,
  { id, oib, telefon }: Pick<User, 'id' | 'oib' | 'telefon'>,
  emails: readonly string[],
): Promise<Set<string>> {
  const others = db.selectFrom('users').where('users.id', '<>', id).where('users.status', '<>', sql.lit('deleted'));
  const searches = [];
  if (emails.length > 0)
    searches.push(others.select('email as value').where('email', 'in', emails).where('joining_at', 'is', null));
  if (oib !== '')
    searches.push(others.select('oib as value').where('oib', '=', oib).where('oib', '<>', sql.lit('')).limit(1));
  if (isTellingPhone(telefon)) {
    const listed = ofWord(db, phoneWord(telefon), { tenantId: undefined }).ids;
    searches.push(
      others.select('telefon as value').where('telefon', '=', telefon).where('users.id', 'in', listed).limit(1),
    );
  }
  const found = await Promise.all(searches.map((search) => search.execute()));
  return new Set(found.flat().map(({ value }) => value));
}

/** Whether another, undeleted user has one of these names. Names have no index of their own; the search words contain each of their words. */
export async function hasNamesake(db: Db, { id }: Pick<User, 'id'>, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const [word] = searchWords(name).toSorted((one, other) => other.length - one.length);
    if (word === undefined) continue;
    const others = db
      .selectFrom('users')
      .select(['ime', 'prezime', 'full_name'])
      .where('users.id', 'in', ofWord(db, word, { tenantId: undefined }).ids)
      .where('users.id', '<>', id)
      .where('users.status', '<>', sql.lit('deleted'));
    const same = name.toLowerCase();
    const called = ({ ime, prezime, full_name }: Pick<User, 'ime' | 'prezime' | 'full_name'>) =>
      [full_name, `${ime} ${prezime}`].some((other) => other.toLowerCase() === same);
    if ((await others.execute()).some(called)) return true;
  }
  return false;
}

/** People of these tenants with one of these addresses or numbers. */
export async function findKnown(
  db: Db,
  { emails, oibs, tenantIds }: { emails: readonly string[]; oibs: readonly string[]; tenantIds: readonly TenantId[] },
): Promise<User[]> {
  const present = db
    .selectFrom('users')
    .selectAll()
    .where('status', '<>', sql.lit('deleted'))
    .where('tenant_id', 'in', valuesOf('bigint', tenantIds));
  const byEmail = await present.where('email', 'in', valuesOf('text', emails)).execute();
  if (oibs.length === 0) return byEmail;
  const byOib = present.where('oib', 'in', valuesOf('text', oibs)).where('oib', '<>', sql.lit(''));
  return [...byEmail, ...(await byOib.execute())];
}
