import type { Db, Tx } from '../../platform/database/database.ts';
import { defineTable, integer, type RowOf, type TableOf, text } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { type Instant, latestWritten } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';

/** A pending change of e-mail address, one per user, until the code mailed to the new address is entered. */
export const emailChangesTable = defineTable(
  'email_changes',
  {
    user_id: integer<UserId>('duplicate', 'removed').references('users'),
    new_email: text('in email_change.new_email', 'removed'),
    /** The code is derived from it when the mail is sent. */
    seed: text('secret', 'removed'),
    code_hash: text('secret', 'removed'),
    requested_by: integer('third-party', 'removed').orNull(),
    created_at: text<Instant>('in email_change.created_at', 'removed'),
    expires_at: text<Instant>('in email_change.expires_at', 'removed'),
    /** The sign-in that asked for it; null where somebody else did. */
    added_by: text<SignInId>('secret', 'removed').orNull(),
  },
  {
    key: 'user_id',
    personal: {
      merging: { user_id: 'way in' },
      of: 'user_id',
      parts: { email_change: { purpose: 'account', kept: 'account' } },
    },
  },
);

type EmailChange = RowOf<typeof emailChangesTable>;

declare module '../../platform/database/schema.ts' {
  interface Schema {
    email_changes: TableOf<typeof emailChangesTable>;
  }
}

export async function putEmailChange(tx: Tx, change: EmailChange): Promise<void> {
  const { user_id: _, ...rest } = change;
  await tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute();
}

/** Replaces the code of a pending change, expired or not. False when there is none for this address. */
export async function renewEmailChange(
  tx: Tx,
  { user_id, new_email }: Pick<EmailChange, 'user_id' | 'new_email'>,
  code: Pick<EmailChange, 'seed' | 'code_hash' | 'expires_at'>,
): Promise<boolean> {
  const renewed = tx
    .updateTable('email_changes')
    .set(code)
    .where('user_id', '=', user_id)
    .where('new_email', '=', new_email)
    .returning('user_id');
  return (await renewed.executeTakeFirst()) !== undefined;
}

/** Takes the pending change that this code confirms; of concurrent callers exactly one gets it. */
export const takeEmailChange = (
  tx: Tx,
  userId: UserId,
  codeHash: string,
  at: Instant,
): Promise<EmailChange | undefined> =>
  tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', at)
    .where('created_at', '<=', latestWritten(at))
    .returningAll()
    .executeTakeFirst();

/** Whether the code derived from this seed would still be accepted. */
export async function hasEmailChangeOf(db: Db, userId: UserId, seed: string, at: Instant): Promise<boolean> {
  const pending = db.selectFrom('email_changes').select('user_id').where('user_id', '=', userId);
  return (await pending.where('seed', '=', seed).where('expires_at', '>', at).executeTakeFirst()) !== undefined;
}

/** Drops the pending change if one of these sign-ins asked for it. */
export async function dropEmailChangeAddedBy(tx: Tx, userId: UserId, sids: readonly SignInId[]): Promise<void> {
  await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('added_by', 'in', valuesOf('text', sids))
    .execute();
}

/** Drops pending changes to these addresses, whoever requested them. */
export async function dropChangesTo(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await tx.deleteFrom('email_changes').where('new_email', 'in', emails).execute();
}

/** Drops the changes of all users. Returns how many. */
export async function dropEmailChanges(tx: Tx): Promise<number> {
  return Number((await tx.deleteFrom('email_changes').executeTakeFirstOrThrow()).numDeletedRows);
}
