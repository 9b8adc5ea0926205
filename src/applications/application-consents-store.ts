import type { Db, Tx } from '../database/database.ts';
import { type JsonText, jsonColumns } from '../database/json-column.ts';
import type { Instant } from '../kernel/clock.ts';
import type { UserId } from '../kernel/entity-id.ts';
import type { Scope } from './application.ts';

/** What a person has consented to let an application read. */
export interface ApplicationConsent {
  readonly user_id: UserId;
  readonly application_id: string;
  readonly scopes: readonly Scope[];
  readonly given_at: Instant;
}

declare module '../database/schema.ts' {
  interface Schema {
    application_consents: Omit<ApplicationConsent, 'scopes'> & { scopes: JsonText<readonly Scope[]> };
  }
}

const json = jsonColumns('scopes');

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
  return row && json.read(row);
}

export async function keepConsent(tx: Tx, consent: ApplicationConsent): Promise<void> {
  const row = json.write(consent);
  await tx
    .insertInto('application_consents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'application_id']).doUpdateSet({ scopes: row.scopes, given_at: row.given_at }),
    )
    .execute();
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

export interface OwnApplication extends ApplicationConsent {
  readonly name: string;
  readonly logo: string | null;
}

/** By name. Not paged, since people use only a few. */
export async function listConsentsOf(db: Db, userId: UserId, most = 200): Promise<OwnApplication[]> {
  const rows = await db
    .selectFrom('application_consents')
    .innerJoin('applications', 'applications.id', 'application_consents.application_id')
    .selectAll('application_consents')
    .select(['applications.name', 'applications.logo'])
    .where('user_id', '=', userId)
    .orderBy('applications.name')
    .orderBy('applications.id')
    .limit(most)
    .execute();
  return rows.map((row) => json.read(row));
}
