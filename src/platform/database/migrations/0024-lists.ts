import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { type MigrationDb, required, textType } from './columns.ts';

/**
 * A telephone number is found by any three of its digits: people have its digits in their row, and every second end of
 * it is listed among their words, after an `@`, which begins no word. People who are there get theirs here.
 */
export async function lists(db: MigrationDb, engine: Engine): Promise<void> {
  const phone = db.schema.alterTable('users');
  await phone.addColumn('phone', textType(engine), (column) => required(column).defaultTo('')).execute();
  const digits = ['+', '(', ')', '/', '.', ' ', '-'].reduce<RawBuilder<string>>(
    (text, sign) => sql`replace(${text}, ${sql.lit(sign)}, '')`,
    sql`telefon`,
  );
  await sql`update users set phone = ${digits} where telefon <> ''`.execute(db);
  await sql`update users set phone = '0' || substr(phone, 6) where phone like '00385%'`.execute(db);
  await sql`update users set phone = '0' || substr(phone, 4) where phone like '385%'`.execute(db);
  await sql`update users set phone = substr(phone, 1, 16) where length(phone) > 16`.execute(db);
  const parts = [1, 2, 4, 6, 8, 10, 12].map((place) => {
    const isListed = place === 1 ? sql`phone not like '0%'` : sql`1 = 1`;
    return sql`select tenant_id, '@' || substr(phone, ${sql.lit(place + 1)}), id, word_bits from users where length(phone) >= ${sql.lit(place + 3)} and ${isListed}`;
  });
  const rows = sql.join(parts, sql` union all `);
  await sql`insert into user_words (tenant_id, word, user_id, word_bits) ${rows}`.execute(db);
}
