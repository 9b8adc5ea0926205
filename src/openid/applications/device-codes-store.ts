import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

/** The user code that a device shows (RFC 8628); the device code has its own record. */
export const deviceCodesTable = defineTable(
  'device_codes',
  {
    /** Of the device code, as in `provider_records`. */
    digest: text(),
    /** HMAC: all eight-letter codes could be tried against a plain digest. */
    user_code: text().unique(),
    /** How long the device has to wait between polls. */
    wait_seconds: integer(),
    next_poll_at: text<Instant>(),
    decided_at: text<Instant>().orNull(),
    expires_at: text<Instant>(),
  },
  {
    key: 'digest',
    clustered: true,
    indexes: {
      expires_at: 'expires_at',
    },
    personal: { nobody: 'digests, until somebody has typed the code' },
  },
);

type DeviceCode = RowOf<typeof deviceCodesTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    device_codes: TableOf<typeof deviceCodesTable>;
  }
}

export async function addDeviceCode(tx: Tx, code: DeviceCode): Promise<void> {
  await tx.insertInto('device_codes').values(code).execute();
}

/** Only while it is undecided. */
export const findOpenCode = (db: Db, userCode: string, at: Instant): Promise<{ digest: string } | undefined> =>
  db
    .selectFrom('device_codes')
    .select('digest')
    .where('user_code', '=', userCode)
    .where('decided_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** True for exactly one caller, whose decision counts. */
export async function markDecided(tx: Tx, digest: string, at: Instant): Promise<boolean> {
  const decided = tx
    .updateTable('device_codes')
    .set({ decided_at: at })
    .where('digest', '=', digest)
    .where('decided_at', 'is', null)
    .where('expires_at', '>', at);
  return (await decided.returning('digest').executeTakeFirst()) !== undefined;
}

export const findPolled = (db: Db, digest: string): Promise<DeviceCode | undefined> =>
  db.selectFrom('device_codes').selectAll().where('digest', '=', digest).executeTakeFirst();

/** True for exactly one poll that comes late enough. */
export async function recordPoll(
  tx: Tx,
  digest: string,
  { at, next }: { at: Instant; next: Instant },
): Promise<boolean> {
  const noted = tx
    .updateTable('device_codes')
    .set({ next_poll_at: next })
    .where('digest', '=', digest)
    .where('next_poll_at', '<=', at);
  return (await noted.returning('digest').executeTakeFirst()) !== undefined;
}

/** A device that polls too often waits longer from now on (RFC 8628 §3.5). */
export async function slowDown(tx: Tx, digest: string, most: number): Promise<void> {
  await tx
    .updateTable('device_codes')
    .set(({ eb }) => ({ wait_seconds: eb('wait_seconds', '+', 5) }))
    .where('digest', '=', digest)
    .where('wait_seconds', '<', most)
    .execute();
}
