import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { isInProcess } from '../../platform/database/engine-of.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import type { User } from './user.ts';
import { listedWords, PART_MARK, PART_PLACES, phoneParts, SHORTEST_PART } from './user-words.ts';

/** `phoneParts` of the stored number. */
const PARTS_IN_STORE = `length(person.phone_digits) >= place + ${SHORTEST_PART} and (place > 1 or person.phone_digits not like '0%')`;

const PLACES = [1, ...PART_PLACES].map((place) => `select ${place} as place`).join(' union all ');

const INTO = 'insert into user_words (tenant_id, word, user_id, word_bits) select new.tenant_id,';

/** Somebody who joins a tenant besides that of their account. */
const JOINED = 'person.id = new.user_id and person.tenant_id <> new.tenant_id';

/** Lists the words of an account in the tenant of another membership. */
const listedToo = [
  {
    sqlite: `${INTO} listed.value, person.id, person.word_bits
      from users as person, json_each('[' || replace(json_quote(trim(person.words)), ' ', '","') || ']') as listed
      where ${JOINED} and person.words <> '' on conflict do nothing`,
    postgres: `${INTO} listed.value, person.id, person.word_bits
      from users as person cross join lateral unnest(string_to_array(substr(person.words, 2), ' ')) as listed(value)
      where ${JOINED} on conflict do nothing`,
  },
  `${INTO} '${PART_MARK}' || substr(person.phone_digits, place + 1), person.id, person.word_bits
    from users as person cross join (${PLACES}) as places where ${JOINED} and ${PARTS_IN_STORE} on conflict do nothing`,
];

export const userWordsTable = defineTable(
  'user_words',
  {
    word: text('duplicate', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed'),
    tenant_id: integer<TenantId>('duplicate', 'removed'),
    /** The word bits of all the person's words. */
    word_bits: integer('duplicate', 'removed'),
  },
  {
    key: ['tenant_id', 'word', 'user_id'],
    clustered: true,
    including: ['word_bits'],
    follows: [
      { name: 'joined', after: 'insert on memberships', statements: listedToo },
      {
        name: 'moved',
        after: 'update of user_id, tenant_id on memberships',
        when: 'old.user_id <> new.user_id or old.tenant_id <> new.tenant_id',
        statements: listedToo,
      },
    ],
    personal: { parts: {} },
  },
);

type UserWord = RowOf<typeof userWordsTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    user_words: TableOf<typeof userWordsTable>;
  }
}

type Listed = Pick<User, 'id' | 'tenant_id' | 'words' | 'word_bits' | 'phone_digits'>;

/**
 * Updates a person's search words in the transaction that wrote the row; `before` is the previous row. They are listed in each tenant
 * where the person has a membership.
 */
export async function renewWords(tx: Tx, before: Listed, after: Listed): Promise<void> {
  const columns = ['words', 'word_bits', 'phone_digits', 'tenant_id'] as const;
  if (columns.every((column) => before[column] === after[column])) return;
  const others = await listOtherTenants(tx, before, after);
  await removeWords(tx, before, [before.tenant_id, ...others]);
  for (const tenant_id of [after.tenant_id, ...others]) await addWords(tx, { ...after, tenant_id });
}

/** The tenants of their memberships besides the one where the account is, or was. */
async function listOtherTenants(tx: Tx, before: Listed, after: Listed): Promise<TenantId[]> {
  const theirs = tx.selectFrom('memberships').select('tenant_id').distinct().where('user_id', '=', after.id);
  const others = theirs.where('tenant_id', 'not in', [before.tenant_id, after.tenant_id]);
  return (await others.execute()).map(({ tenant_id }) => tenant_id);
}

/** Adds those in one tenant. */
export async function addWords(tx: Tx, user: Listed): Promise<void> {
  const rows = rowsOf(user);
  if (rows.length > 0) {
    const added = tx.insertInto('user_words').values(rows);
    await added.onConflict((conflict) => conflict.doNothing()).execute(); // a membership there may have listed them already
  }
}

/** Adds the words of many people, with a statement whose text does not depend on their number. */
export const addWordsOfMany = (tx: Tx, users: readonly Listed[]): Promise<void> =>
  isInProcess(tx) ? addSentWords(tx, users) : addStoredWords(tx, users);

function addSentWords(tx: Tx, users: readonly Listed[]): Promise<void> {
  const columns = ['tenant_id', 'word', 'user_id', 'word_bits'] as const;
  const numbers = ['tenant_id', 'user_id', 'word_bits'] as const;
  return insertRows(tx, { table: 'user_words', columns, numbers, rows: users.flatMap(rowsOf) });
}

/**
 * Takes words and parts from the rows of `users`. Each row is looked up: the plan that PostgreSQL keeps was made while the table
 * was small, and would read all of it.
 */
async function addStoredWords(tx: Tx, users: readonly Listed[]): Promise<void> {
  const ids = users.map(({ id }) => id);
  const added = sql`unnest(${ids}::bigint[]) as added(id)`;
  const person = sql`lateral (select * from users where users.id = added.id limit 1) as person`;
  const words = sql`select unnest(string_to_array(substr(person.words, 2), ' ')) as word`;
  const listed = sql`lateral (${words} union all ${storedParts}) as listed`;
  await sql`
    insert into user_words (tenant_id, word, user_id, word_bits)
    select person.tenant_id, listed.word, person.id, person.word_bits
    from ${added} cross join ${person} cross join ${listed}`.execute(tx);
}

const storedParts = sql.raw(`
  select '${PART_MARK}' || substr(person.phone_digits, place + 1) from (${PLACES}) as places where ${PARTS_IN_STORE}`);

const listedOf = ({ words, phone_digits }: Pick<Listed, 'words' | 'phone_digits'>): string[] => [
  ...listedWords(words),
  ...phoneParts(phone_digits),
];

const rowsOf = (user: Listed): UserWord[] => listedOf(user).map((word) => rowOf(user, word));

const rowOf = ({ id, tenant_id, word_bits }: Listed, word: string): UserWord => ({
  tenant_id,
  word,
  user_id: id,
  word_bits,
});

/** In every tenant. */
export const forgetWords = (tx: Tx, user: Listed): Promise<void> =>
  removeWords(tx, user, tx.selectFrom('tenants').select('id'));

async function removeWords(
  tx: Tx,
  user: Listed,
  tenants: readonly TenantId[] | SelectQueryBuilder<Schema, 'tenants', { id: TenantId }>,
): Promise<void> {
  const listed = listedOf(user);
  if (listed.length === 0) return;
  await tx
    .deleteFrom('user_words')
    .where('tenant_id', 'in', tenants)
    .where('word', 'in', listed)
    .where('user_id', '=', user.id)
    .execute();
}
