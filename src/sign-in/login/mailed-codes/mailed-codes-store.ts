import type { Db, Tx } from '../../../platform/database/database.ts';
import type { TableOf } from '../../../platform/database/define-table.ts';
import { isUnused } from '../../../platform/database/single-use.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { UserId } from '../../../platform/kernel/entity-id.ts';
import { type MailedCode, MOST_TRIES, type mailedCodesTable } from './mailed-code.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    mailed_codes: TableOf<typeof mailedCodesTable>;
  }
}

/** Replaces an earlier code for the same browser. Those for other browsers stay, or a stranger could revoke them. */
export async function putCode(tx: Tx, code: MailedCode): Promise<void> {
  const { user_id: _, browser: __, ...rest } = code;
  await tx
    .insertInto('mailed_codes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['user_id', 'browser']).doUpdateSet(rest))
    .execute();
}

/** Counts a try before the code is compared, so that concurrent tries cannot exceed `MOST_TRIES`. */
export const takeTry = (
  tx: Tx,
  { userId, browser, at }: { userId: UserId; browser: string; at: Instant },
): Promise<Pick<MailedCode, 'id' | 'code_hmac'> | undefined> =>
  tx
    .updateTable('mailed_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('browser', '=', browser)
    .where(isUnused(at))
    .where('tries', '<', MOST_TRIES)
    .returning(['id', 'code_hmac'])
    .executeTakeFirst();

/** True for the one caller who spent it. */
export async function spendCode(tx: Tx, id: string, at: Instant): Promise<boolean> {
  const spent = tx.updateTable('mailed_codes').set({ used_at: at }).where('id', '=', id).where('used_at', 'is', null);
  return (await spent.returning('id').executeTakeFirst()) !== undefined;
}

/** Returns how many. */
export async function endAllCodes(tx: Tx, at: Instant): Promise<number> {
  const open = tx.updateTable('mailed_codes').set({ used_at: at }).where('used_at', 'is', null);
  return (await open.where('expires_at', '>', at).returning('id').execute()).length;
}

export async function hasOpenCode(db: Db, seed: string, at: Instant): Promise<boolean> {
  const open = db.selectFrom('mailed_codes').select('id').where('seed', '=', seed).where('used_at', 'is', null);
  return (await open.where('expires_at', '>', at).executeTakeFirst()) !== undefined;
}
