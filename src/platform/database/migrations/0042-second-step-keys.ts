import type { Engine } from '../database.ts';
import { type MigrationDb, textType } from './columns.ts';

/** Which passkeys are a second step only, and which end of an application has been carried out. */
export async function secondStepKeys(db: MigrationDb, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema.alterTable('passkeys').addColumn('purpose', text).execute();
  await db.schema.alterTable('applications').addColumn('ended_at', text).execute();
}
