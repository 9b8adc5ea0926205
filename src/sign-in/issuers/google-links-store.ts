import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

export const googleLinksTable = defineTable(
  'google_links',
  {
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    subject: text('in google_account.subject', 'removed').unique(),
    /** The Google address when it was linked; informational only. */
    email: text('in google_account.email', 'removed'),
    linked_at: text<Instant>('in google_account.linked_at', 'removed'),
    /** The sign-in that added it. */
    added_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    key: 'user_id',
    journal: [{ kind: 'google', key: 'user_id', of: 'removal' }],
    personal: { of: 'user_id', parts: { google_account: { purpose: 'sign-in', kept: 'account' } } },
  },
);

export type GoogleLink = RowOf<typeof googleLinksTable>;

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
    google_links: TableOf<typeof googleLinksTable>;
    google_credentials_used: TableOf<typeof googleCredentialsUsedTable>;
  }
}

export const findLinkBySubject = (db: Db, subject: string): Promise<GoogleLink | undefined> =>
  db.selectFrom('google_links').selectAll().where('subject', '=', subject).executeTakeFirst();

export const findLinkOf = (db: Db, userId: UserId): Promise<GoogleLink | undefined> =>
  db.selectFrom('google_links').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Which of these users have linked a Google account. */
export async function findLinkedUsers(db: Db, userIds: readonly UserId[]): Promise<number[]> {
  const links = db.selectFrom('google_links').select('user_id').where('user_id', 'in', userIds);
  return (await links.execute()).map(({ user_id }) => user_id);
}

/** False when the account or the Google account is linked already. A deleted account's link does not count. */
export async function addLink(tx: Tx, link: GoogleLink): Promise<boolean> {
  await tx
    .deleteFrom('google_links')
    .where('subject', '=', link.subject)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'google_links.user_id')
          .where('users.status', '=', 'deleted'),
      ),
    )
    .execute();
  const added = tx
    .insertInto('google_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing());
  return (await added.returning('user_id').executeTakeFirst()) !== undefined;
}

/** True for the one caller who removed it. */
export async function dropLink(tx: Tx, userId: UserId): Promise<boolean> {
  const dropped = tx.deleteFrom('google_links').where('user_id', '=', userId);
  return (await dropped.returning('user_id').executeTakeFirst()) !== undefined;
}

/** True if one of these sign-ins had added it. */
export async function dropLinkAddedBy(tx: Tx, userId: UserId, sids: readonly SignInId[]): Promise<boolean> {
  const dropped = tx
    .deleteFrom('google_links')
    .where('user_id', '=', userId)
    .where('added_by', 'in', valuesOf('text', sids));
  return (await dropped.returning('user_id').executeTakeFirst()) !== undefined;
}

export async function isUsed(db: Db, digest: string): Promise<boolean> {
  const used = db.selectFrom('google_credentials_used').select('digest').where('digest', '=', digest);
  return (await used.executeTakeFirst()) !== undefined;
}

/** True for the one caller who used it. */
export async function spendCredential(tx: Tx, digest: string, expiresAt: Instant): Promise<boolean> {
  const used = tx
    .insertInto('google_credentials_used')
    .values({ digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('digest').doNothing());
  return (await used.returning('digest').executeTakeFirst()) !== undefined;
}

export async function forgetUsedBefore(tx: Tx, at: Instant): Promise<void> {
  await tx.deleteFrom('google_credentials_used').where('expires_at', '<', at).execute();
}

export const listLinksOfPeople = (db: Db, userIds: readonly UserId[]) =>
  db
    .selectFrom('google_links')
    .select(['user_id', 'subject'])
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .execute();
