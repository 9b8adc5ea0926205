import type { ReceivedLogo } from '../../accounts/branding/receive-logo.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

interface ApplicationLogo {
  readonly name: string;
  readonly application_id: string;
  readonly png: string;
  readonly created_at: Instant;
}

declare module '../../platform/database/schema.ts' {
  interface Schema {
    application_logos: ApplicationLogo;
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
