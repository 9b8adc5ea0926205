import { type SqlBool, sql } from 'kysely';
import type { UserId } from '../kernel/entity-id.ts';
import type { Db, Tx } from './database.ts';
import type { RowOf, Table } from './define-table.ts';
import { fromJson, type JsonText } from './json-column.ts';
import type { PersonalDataContributor } from './personal-data.ts';

/**
 * What a room contributes that has nothing to decide: the rows of a person are exported as their columns state, and removed or
 * emptied. Only tables whose declaration says whose a row is (`personal.of`) take part.
 */
export const rowsOfPerson = (
  tables: readonly Table[],
): Pick<PersonalDataContributor, 'tables' | 'exportOf' | 'erase'> => ({
  tables,
  exportOf: async (db, userId) => {
    const parts: Record<string, unknown> = {};
    for (const table of tables) Object.assign(parts, await exportRows(db, table, userId));
    return parts;
  },
  erase: async (tx, userId) => {
    for (const table of tables) await eraseRows(tx, table, userId);
  },
});

type Row = Readonly<Record<string, unknown>>;

/** A part is a list; where a person has at most one row, an object or `null`, or the value of a column that is a part itself. */
async function exportRows(db: Db, table: Table, userId: UserId): Promise<Record<string, unknown>> {
  const { personal, key } = table;
  const members = exportedOf(table);
  if ('nobody' in personal || personal.of === undefined || members.length === 0) return {};
  const names = sql.join(members.map(({ column }) => sql.ref(column)));
  const order = personal.order ?? key.join(', ');
  const { rows } = await sql<Row>`
    select ${names} from ${sql.table(table.name)} where ${sql.ref(personal.of)} = ${userId} order by ${sql.raw(order)}`.execute(
    db,
  );
  const isSingle = key.length === 1 && key[0] === personal.of;
  const parts: Record<string, unknown> = {};
  for (const part of new Set(members.map((one) => one.part))) {
    const own = members.filter((one) => one.part === part);
    const shown = rows.map((row) =>
      own[0]?.member === undefined
        ? row[own[0]?.column ?? '']
        : Object.fromEntries(
            own.map(({ column, member, isJson }) => [member, isJson ? parsed(row[column]) : row[column]]),
          ),
    );
    parts[part] = isSingle ? (shown[0] ?? null) : shown;
  }
  return parts;
}

const parsed = (text: unknown): unknown => (text === null ? null : fromJson(text as JsonText<unknown>)); // by its column

/** The columns that are shown as they are: `in part.member`. */
const exportedOf = ({ columns }: Table) =>
  Object.entries(columns).flatMap(([column, { facts }]) => {
    const [, part, member] = facts.personal?.export.match(/^in (\w+)(?:\.(\w+))?$/) ?? [];
    return part === undefined ? [] : [{ column, part, member, isJson: facts.type === 'json' }];
  });

async function eraseRows(tx: Tx, { name, columns, personal }: Table, userId: UserId): Promise<void> {
  if ('nobody' in personal || personal.of === undefined) return;
  const isTheirs = sql<SqlBool>`${sql.ref(personal.of)} = ${userId}`;
  const fates = Object.entries(columns).map(([column, { facts }]) => ({ column, fate: facts.personal?.erasure }));
  if (fates.every(({ fate }) => fate === 'removed')) {
    await sql`delete from ${sql.table(name)} where ${isTheirs}`.execute(tx);
    return;
  }
  const isSimple = fates.every(({ fate }) => fate === 'kept' || fate === 'emptied');
  const emptied = fates.filter(({ fate }) => fate === 'emptied').map(({ column }) => sql`${sql.ref(column)} = null`);
  // Rather no erasure, which is tried again and told, than one that leaves something.
  if (!isSimple || emptied.length === 0) throw new Error(`Erasing rows of ${name} needs code of its room`);
  await sql`update ${sql.table(name)} set ${sql.join(emptied)} where ${isTheirs}`.execute(tx);
}

/** The columns that an erasure empties, each as it is then: `null` where it may be, else an empty text or 0. */
export function emptiedColumns<Declared extends Table>({ columns }: Declared): Partial<RowOf<Declared>> {
  const emptied = Object.entries(columns).filter(([, { facts }]) => facts.personal?.erasure === 'emptied');
  const blank = ({ isNullable, type }: Table['columns'][string]['facts']) =>
    isNullable ? null : type === 'integer' ? 0 : '';
  return Object.fromEntries(emptied.map(([name, { facts }]) => [name, blank(facts)])) as Partial<RowOf<Declared>>; // by its name
}
