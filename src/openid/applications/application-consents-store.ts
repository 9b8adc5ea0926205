import type { Db, Tx } from '../../platform/database/database.ts';
import {
  defineTable,
  integer,
  json,
  type ParsedRowOf,
  type TableOf,
  text,
} from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { fromJson, jsonOf, toJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Scope } from './application.ts';

/** What a person has consented to let an application read. */
export const applicationConsentsTable = defineTable(
  'application_consents',
  {
    user_id: integer<UserId>('duplicate', 'removed'),
    application_id: text('in application_consents.application_id', 'removed').references('applications'),
    scopes: json<readonly Scope[]>('in application_consents.scopes', 'removed'),
    given_at: text<Instant>('in application_consents.given_at', 'removed'),
    /** The name that was shown. */
    name: text('in application_consents.shown_name', 'removed').orNull(),
    /** The ground that was shown for reading the OIB. */
    oib_ground: text('in application_consents.oib_ground', 'removed').orNull(),
    /** Where people were told that they go back to. */
    places: json<readonly string[]>('in application_consents.places', 'removed').orNull(),
  },
  {
    key: ['user_id', 'application_id'],
    clustered: true,
    indexes: {
      application: 'application_id',
    },
    journal: [{ kind: 'application-consents', key: 'user_id', of: 'removal' }],
    personal: {
      merging: { user_id: 'moves' },
      parts: { application_consents: { purpose: 'applications', kept: 'withdrawal' } },
    },
  },
);

export type ApplicationConsent = ParsedRowOf<typeof applicationConsentsTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    application_consents: TableOf<typeof applicationConsentsTable>;
  }
}

const parsed = jsonOf(applicationConsentsTable);

export async function findApplicationConsent(
  db: Db,
  userId: UserId,
  applicationId: string,
): Promise<ApplicationConsent | undefined> {
  const row = await db
    .selectFrom('application_consents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row && parsed.read(row);
}

export async function keepConsent(tx: Tx, consent: ApplicationConsent): Promise<void> {
  const row = parsed.write(consent);
  await tx
    .insertInto('application_consents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'application_id']).doUpdateSet({
        scopes: row.scopes,
        given_at: row.given_at,
        name: row.name,
        oib_ground: row.oib_ground,
        places: row.places,
      }),
    )
    .execute();
}

/** An application has lost these scopes: should it get them again, people are asked again. */
export async function forgetScopes(tx: Tx, applicationId: string, lost: readonly string[]): Promise<void> {
  const ofApplication = tx.selectFrom('application_consents').where('application_id', '=', applicationId);
  for (const { scopes } of await ofApplication.select('scopes').distinct().execute()) {
    const kept = fromJson(scopes).filter((scope) => !lost.includes(scope));
    await tx
      .updateTable('application_consents')
      .set({ scopes: toJson(kept) })
      .where('application_id', '=', applicationId)
      .where('scopes', '=', scopes)
      .execute();
  }
}

/** True for the one caller who withdrew it. */
export async function dropConsent(tx: Tx, userId: UserId, applicationId: string): Promise<boolean> {
  const dropped = tx
    .deleteFrom('application_consents')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId);
  return (await dropped.returning('user_id').executeTakeFirst()) !== undefined;
}

export async function dropConsentsTo(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('application_consents').where('application_id', '=', applicationId).execute();
}

export async function dropConsentsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('application_consents').where('user_id', '=', userId).execute();
}

export interface OwnApplication extends Omit<ApplicationConsent, 'name'> {
  /** Its name today. */
  readonly name: string;
  /** Its name when the person agreed. */
  readonly shown_name: string | null;
  readonly logo: string | null;
}

/** By name. Not paged, since people use only a few. */
export async function listConsentsOf(db: Db, userId: UserId, most = 200): Promise<OwnApplication[]> {
  const rows = await db
    .selectFrom('application_consents')
    .innerJoin('applications', 'applications.id', 'application_consents.application_id')
    .select(['user_id', 'application_id', 'application_consents.scopes', 'given_at', 'application_consents.oib_ground'])
    .select(['places', 'application_consents.name as shown_name', 'applications.name', 'applications.logo'])
    .where('user_id', '=', userId)
    .orderBy('applications.name')
    .orderBy('applications.id')
    .limit(most)
    .execute();
  return rows.map((row) => parsed.read(row));
}

export const listConsentsOfPeople = (db: Db, userIds: readonly UserId[]) =>
  db
    .selectFrom('application_consents')
    .select(['user_id', 'application_id'])
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .orderBy('application_id')
    .execute();
