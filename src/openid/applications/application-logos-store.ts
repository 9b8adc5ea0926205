import type { ReceivedLogo } from '../../accounts/tenant-admin/receive-logo.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

export const applicationLogosTable = defineTable(
  'application_logos',
  {
    name: text(),
    application_id: text().references('applications', 'id', 'cascade'),
    png: text(),
    created_at: text<Instant>(),
  },
  {
    key: 'name',
    indexes: {
      application: 'application_id',
    },
    personal: { nobody: 'the name of a picture' },
  },
);

type ApplicationLogo = RowOf<typeof applicationLogosTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    application_logos: TableOf<typeof applicationLogosTable>;
  }
}

export const findApplicationLogo = (db: Db, name: string): Promise<Pick<ApplicationLogo, 'png'> | undefined> =>
  db.selectFrom('application_logos').select('png').where('name', '=', name).executeTakeFirst();

/** Replaces all logos of the application, whose row the caller has locked. */
export async function replaceApplicationLogo(
  tx: Tx,
  applicationId: string,
  logo: ReceivedLogo | null,
  at: Instant,
): Promise<void> {
  await tx.deleteFrom('application_logos').where('application_id', '=', applicationId).execute();
  if (logo === null) return;
  const { name, png } = logo;
  const row = { name, application_id: applicationId, png, created_at: at };
  await tx.insertInto('application_logos').values(row).execute();
}
