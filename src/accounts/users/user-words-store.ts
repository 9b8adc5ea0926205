import { type SelectQueryBuilder, sql } from 'kysely';
import { deleteRows } from '../../platform/database/change-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { isInProcess } from '../../platform/database/each-engine.ts';
import { insertRows, valuesOf } from '../../platform/database/insert-rows.ts';
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
    personal: { merging: { user_id: 'follows' }, parts: {} },
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
export const renewWords = (tx: Tx, before: Listed, after: Listed): Promise<void> =>
  renewWordsOfMany(tx, [{ before, after }]);

/** As `renewWords`, in as many statements as for one. */
export async function renewWordsOfMany(tx: Tx, people: readonly Renewed[]): Promise<void> {
  const columns = ['words', 'word_bits', 'phone_digits', 'tenant_id'] as const;
  const changed = people.filter(({ before, after }) => columns.some((column) => before[column] !== after[column]));
  if (changed.length === 0) return;
  const others = await listOtherTenants(tx, changed);
  const inEach = (user: Listed) =>
    [user.tenant_id, ...(others.get(user.id) ?? [])].flatMap((tenant_id) => rowsOf({ ...user, tenant_id }));
  await deleteRows(tx, {
    table: 'user_words',
    key: KEY,
    numbers: NUMBERS,
    rows: changed.flatMap((one) => inEach(one.before)),
  });
  await insertRows(tx, { ...INTO_WORDS, rows: changed.flatMap((one) => inEach(one.after)), leaveOutTaken: true });
}

interface Renewed {
  readonly before: Listed;
  readonly after: Listed;
}

const KEY = ['tenant_id', 'word', 'user_id'] as const;
const NUMBERS = ['tenant_id', 'user_id', 'word_bits'] as const;
const INTO_WORDS = {
  table: 'user_words',
  columns: ['tenant_id', 'word', 'user_id', 'word_bits'],
  numbers: NUMBERS,
} as const;

/** The tenants of their memberships besides the one where the account is, or was. */
async function listOtherTenants(tx: Tx, people: readonly Renewed[]): Promise<Map<UserId, TenantId[]>> {
  const ids = people.map(({ after }) => after.id);
  const theirs = tx.selectFrom('memberships').select(['user_id', 'tenant_id']).distinct();
  const found = await theirs.where('user_id', 'in', valuesOf('bigint', ids)).execute();
  const rows = Map.groupBy(found, ({ user_id }) => user_id);
  return new Map(
    people.map(({ before, after }) => {
      const tenants = (rows.get(after.id) ?? []).map(({ tenant_id }) => tenant_id);
      return [after.id, tenants.filter((id) => id !== before.tenant_id && id !== after.tenant_id)];
    }),
  );
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
  isInProcess(tx) ? addComputedWords(tx, users) : addStoredWords(tx, users);

function addComputedWords(tx: Tx, users: readonly Listed[]): Promise<void> {
  return insertRows(tx, { ...INTO_WORDS, rows: users.flatMap(rowsOf) });
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

/** After somebody was given memberships, or lost them to another account: wherever they have one. */
export async function relistWords(tx: Tx, user: Listed): Promise<void> {
  await forgetWords(tx, user);
  const others = (await listOtherTenants(tx, [{ before: user, after: user }])).get(user.id) ?? [];
  for (const tenant_id of [user.tenant_id, ...others]) await addWords(tx, { ...user, tenant_id });
}

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
