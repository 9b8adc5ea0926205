import type { Engine } from '../database.ts';
import { type MigrationDb, textType } from './columns.ts';

/**
 * What people were shown when they consented: the application's name, its ground for the OIB, and where they go back to. What
 * was agreed to before counts for the application as it is now. A build that knows nothing of these columns leaves them
 * empty, and whoever agreed there is asked again.
 */
export async function shownConsents(db: MigrationDb, engine: Engine): Promise<void> {
  for (const column of ['name', 'oib_ground', 'places'])
    await db.schema.alterTable('application_consents').addColumn(column, textType(engine)).execute();
  const applications = await db
    .selectFrom('applications')
    .select(['id', 'name', 'oib_ground', 'redirect_uris'])
    .execute();
  for (const { id, name, oib_ground, redirect_uris } of applications)
    await db
      .updateTable('application_consents')
      .set({ name, oib_ground, places: JSON.stringify([...new Set(JSON.parse(redirect_uris).map(placeOf))]) })
      .where('application_id', '=', id)
      .execute();
}

/** As when this step was written. */
function placeOf(address: string): string {
  const { protocol, hostname, host } = new URL(address);
  if (hostname === '') return protocol;
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) ? hostname : host;
}
