import type { Engine } from '../database.ts';
import { type MigrationDb, textType } from './columns.ts';

/**
 * When a leaked key was revoked. Its private half is destroyed; the public one stays to recognise what it once signed.
 */
export async function revokedKeys(db: MigrationDb, engine: Engine): Promise<void> {
  await db.schema.alterTable('data_keys').addColumn('revoked_at', textType(engine)).execute();
}
