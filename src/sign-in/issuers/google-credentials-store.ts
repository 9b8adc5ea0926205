import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, type TableOf, text } from '../../platform/database/define-table.ts';
import { epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { GoogleIdentity } from './google-credential.ts';

/** Digests of signed tokens that were used: they identify nobody, and are dropped within hours. */
export const googleCredentialsUsedTable = defineTable(
  'google_credentials_used',
  {
    digest: text(),
    expires_at: text<Instant>(),
  },
  {
    key: 'digest',
    personal: { nobody: 'digests of signed tokens, for hours' },
  },
);

declare module '../../platform/database/schema.ts' {
  interface Schema {
    google_credentials_used: TableOf<typeof googleCredentialsUsedTable>;
  }
}

/** A node whose clock is behind may still accept a token that has expired here. */
const CLOCKS_DIFFER_BY = minutes(5);

export async function isUsed(db: Db, digest: string): Promise<boolean> {
  const used = db.selectFrom('google_credentials_used').select('digest').where('digest', '=', digest);
  return (await used.executeTakeFirst()) !== undefined;
}

/** Spends an ID token in the transaction of its effect; true for exactly one caller. */
export async function spendGoogleCredential(
  tx: Tx,
  { digest, usableUntil }: GoogleIdentity,
  at: Instant,
): Promise<boolean> {
  const used = tx
    .insertInto('google_credentials_used')
    .values({ digest, expires_at: usableUntil })
    .onConflict((conflict) => conflict.column('digest').doNothing());
  if ((await used.returning('digest').executeTakeFirst()) === undefined) return false;
  const expired = instantAt(epochOf(at) - CLOCKS_DIFFER_BY);
  await tx.deleteFrom('google_credentials_used').where('expires_at', '<', expired).execute();
  return true;
}
