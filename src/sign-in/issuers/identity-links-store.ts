import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

export const identityLinksTable = defineTable(
  'identity_links',
  {
    /** Of a provider, or Google. */
    issuer: text('in linked_identities.issuer', 'removed'),
    /** The issuer's number of the account. */
    subject: text('in linked_identities.subject', 'removed'),
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    /** At the issuer when it was linked; informational only. */
    email: text('in linked_identities.email', 'removed').orNull(),
    linked_at: text<Instant>('in linked_identities.linked_at', 'removed'),
    /** The sign-in that added it. */
    added_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    key: ['issuer', 'subject'],
    indexes: {
      one_of_user: { columns: 'user_id, issuer', unique: true },
    },
    journal: [{ kind: 'identities', key: 'user_id', of: 'removal' }],
    personal: {
      merging: { user_id: 'way in' },
      of: 'user_id',
      parts: { linked_identities: { purpose: 'sign-in', kept: 'account' } },
    },
  },
);

export type IdentityLink = RowOf<typeof identityLinksTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    identity_links: TableOf<typeof identityLinksTable>;
  }
}

type Identity = Pick<IdentityLink, 'issuer' | 'subject'>;

export const findLinkOfIdentity = (db: Db, { issuer, subject }: Identity): Promise<IdentityLink | undefined> =>
  db
    .selectFrom('identity_links')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const findLinkAt = (db: Db, userId: UserId, issuer: string): Promise<IdentityLink | undefined> =>
  db
    .selectFrom('identity_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();

export const listLinksOf = (db: Db, userId: UserId): Promise<IdentityLink[]> =>
  db.selectFrom('identity_links').selectAll().where('user_id', '=', userId).orderBy('issuer').execute();

/** Which of these users have linked an account of any issuer. */
export async function findUsersWithLink(db: Db, userIds: readonly UserId[]): Promise<number[]> {
  const links = db.selectFrom('identity_links').select('user_id').distinct().where('user_id', 'in', userIds);
  return (await links.execute()).map(({ user_id }) => user_id);
}

/**
 * False when the user is linked at the issuer, or the account there to somebody. A deleted user's link does not count. The caller
 * must have locked the provider's row.
 */
export async function addIdentityLink(tx: Tx, link: IdentityLink): Promise<boolean> {
  await tx
    .deleteFrom('identity_links')
    .where('issuer', '=', link.issuer)
    .where('subject', '=', link.subject)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'identity_links.user_id')
          .where('users.status', '=', 'deleted'),
      ),
    )
    .execute();
  const added = tx
    .insertInto('identity_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing());
  return (await added.returning('user_id').executeTakeFirst()) !== undefined;
}

/** True for the one caller who removed it. */
export async function dropIdentityLink(tx: Tx, userId: UserId, issuer: string): Promise<boolean> {
  const dropped = tx.deleteFrom('identity_links').where('user_id', '=', userId).where('issuer', '=', issuer);
  return (await dropped.returning('user_id').executeTakeFirst()) !== undefined;
}

/** Removes those that one of these sign-ins added, and returns them. */
export const dropIdentityLinksAddedBy = (tx: Tx, userId: UserId, sids: readonly SignInId[]): Promise<IdentityLink[]> =>
  tx
    .deleteFrom('identity_links')
    .where('user_id', '=', userId)
    .where('added_by', 'in', valuesOf('text', sids))
    .returningAll()
    .execute();

export const listLinksOfPeople = (db: Db, userIds: readonly UserId[]) =>
  db
    .selectFrom('identity_links')
    .select(['user_id', 'issuer', 'subject'])
    .orderBy('issuer')
    .where('user_id', 'in', valuesOf('bigint', userIds))
    .execute();
