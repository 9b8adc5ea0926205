import type { Engine } from '../database.ts';
import { type MigrationDb, textType } from './columns.ts';

/** When somebody else set a person's password, who may know it. Nothing tells of passwords that came before this step. */
export async function givenPasswords(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema.alterTable('users').addColumn('password_given_at', textType(engine)).execute();
}
