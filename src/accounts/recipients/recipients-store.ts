import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { personRecipientsTable, ReceivedBy, Recipient, recipientsTable } from './recipient.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    recipients: TableOf<typeof recipientsTable>;
    person_recipients: TableOf<typeof personRecipientsTable>;
  }
}

/** Of these people, those whom the recipient is not yet known to have. */
export async function listUnrecorded(db: Db, recipientId: string, userIds: readonly UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const noted = await db
    .selectFrom('person_recipients')
    .select('user_id')
    .where('recipient_id', '=', recipientId)
    .where('user_id', 'in', userIds)
    .execute();
  const known = new Set(noted.map(({ user_id }) => user_id));
  return [...new Set(userIds)].filter((id) => !known.has(id));
}

interface Receipt {
  readonly received_by: ReceivedBy;
  readonly since: Instant;
}

export async function addReceived(
  tx: Tx,
  recipientId: string,
  userIds: readonly UserId[],
  receipt: Receipt,
): Promise<number> {
  if (userIds.length === 0) return 0;
  const added = tx
    .insertInto('person_recipients')
    .values(userIds.map((user_id) => ({ user_id, recipient_id: recipientId, ...receipt })))
    .onConflict((conflict) => conflict.doNothing());
  return Number((await added.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows ?? 0);
}

export type NewRecipient = Pick<Recipient, 'id' | 'kind' | 'tenant_id' | 'name' | 'created_by' | 'created_at'>;

/** An application gets the name that it has now. */
export async function keepRecipient(tx: Tx, recipient: NewRecipient): Promise<void> {
  const { created_at: at, name, tenant_id } = recipient;
  await tx
    .insertInto('recipients')
    .values({ ...recipient, failures: 0, problem: null, taken_at: at, due_at: at, leased_until: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, tenant_id }))
    .execute();
}

export const findRecipient = (db: Db, id: string): Promise<Recipient | undefined> =>
  db.selectFrom('recipients').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether there is anybody who may be given data of people: an application, or somebody outside. */
export async function hasReceivers(db: Db): Promise<boolean> {
  const application = db.selectFrom('applications').select('id').limit(1);
  if ((await application.executeTakeFirst()) !== undefined) return true;
  const recipient = db.selectFrom('recipients').select('id').limit(1);
  return (await recipient.executeTakeFirst()) !== undefined;
}

/** By name. */
export const listRecipients = (db: Db, scope: TenantScope, most: number): Promise<Recipient[]> =>
  db
    .selectFrom('recipients')
    .where(liesIn(scope, 'tenant_id'))
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute();

export async function forgetMaker(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('recipients').set({ created_by: null }).where('created_by', '=', userId).execute();
}

/** Who has a person's data, under any of their ids, by the time since when. */
export const listRecipientsOf = (db: Db, userIds: readonly UserId[]) =>
  db
    .selectFrom('person_recipients')
    .innerJoin('recipients', 'recipients.id', 'person_recipients.recipient_id')
    .select(['recipients.id', 'recipients.name', 'recipients.kind', 'recipients.tenant_id', 'received_by', 'since'])
    .where('user_id', 'in', userIds)
    .orderBy('since')
    .orderBy('recipients.id')
    .execute();

/** To whom the data of these people were given, and the id that each knows: of whoever was merged, that of the account that went. */
export const listRecipientIds = (tx: Tx, userIds: readonly UserId[]) =>
  tx
    .selectFrom('users')
    .innerJoin('person_recipients', 'person_recipients.user_id', 'users.id')
    .select(({ fn }) => [
      fn.coalesce('users.merged_into', 'users.id').as('person_id'),
      'person_recipients.user_id',
      'person_recipients.recipient_id',
    ])
    .where(({ or, eb }) =>
      or([
        eb('users.id', 'in', valuesOf('bigint', userIds)),
        eb('users.merged_into', 'in', valuesOf('bigint', userIds)),
      ]),
    )
    .orderBy('since')
    .orderBy('recipient_id')
    .execute();

/** Removes and returns them. */
export const takeRecipientsOf = (tx: Tx, userId: UserId) =>
  tx.deleteFrom('person_recipients').where('user_id', '=', userId).returning('recipient_id').execute();
