import type { Static } from 'typebox';
import { seenAccount } from '../../../accounts/permissions/managed-person.ts';
import { reachesTenant, requireMayManage } from '../../../accounts/permissions/managing-users.ts';
import { type Scope, scopeOf } from '../../../accounts/permissions/scope.ts';
import type { Order } from '../../../accounts/recipients/order.ts';
import { findOrder, markByHand } from '../../../accounts/recipients/orders-store.ts';
import type { Recipient } from '../../../accounts/recipients/recipient.ts';
import {
  addReceived,
  findRecipient,
  keepRecipient,
  listRecipients,
  listUnrecorded,
} from '../../../accounts/recipients/recipients-store.ts';
import { showRecipientsOf } from '../../../accounts/recipients/show-recipients.ts';
import { findUsers } from '../../../accounts/users/accounts-store.ts';
import { findMembersOf } from '../../../accounts/users/memberships-store.ts';
import { listIdsOf } from '../../../accounts/users/merged-users-store.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Database, Db } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/call.ts';
import { invalidField } from '../../../platform/http/request-refusal.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { parseInstant } from '../../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../../platform/kernel/ids.ts';
import { hasUnsafeCharacters, normalised } from '../../../platform/kernel/text.ts';
import type { ByHandBody, RecipientBody } from './orders-wire.ts';
import { checkedAnswer, isDay, recordAnswer } from './take-receipt.ts';

export const MOST_RECIPIENTS = 500;

interface ManageDeps {
  readonly database: Database;
}

/** An outside recipient that an administrator gives people's data to. @throws AppError 404, 409; InvalidRequest 422 */
export function createRecipient(
  { database }: ManageDeps,
  call: Call,
  { name: written, tenant_id }: Static<typeof RecipientBody>,
): Promise<Recipient> {
  const { caller, at } = call;
  const scope: Scope = scopeOf(caller, tenant_id ?? caller.tenantId);
  const tenantId = scope.tenantId ?? caller.tenantId;
  const name = normalised(written);
  if (name === '') throw invalidField('body', 'name', 'missing', 'Ovo je polje obavezno.');
  if (hasUnsafeCharacters(name)) throw invalidField('body', 'name', 'text_unsafe', 'Tekst sadrži nedopuštene znakove.');
  const id = opaqueId();
  return database.transaction(async (tx) => {
    if ((await listRecipients(tx, { tenantId }, MOST_RECIPIENTS)).length >= MOST_RECIPIENTS)
      throw new AppError('recipients.too_many');
    await keepRecipient(tx, {
      id,
      kind: 'outside',
      tenant_id: tenantId,
      name,
      created_by: caller.userId,
      created_at: at,
    });
    await recordAudit(tx, call, { action: 'recipient.create', tenantId, meta: { recipient_id: id } });
    const made = await findRecipient(tx, id);
    if (made === undefined) throw new Error('A recipient that was just entered is gone');
    return made;
  });
}

/** An administrator says that a recipient entered by hand was given data of these people. @throws AppError 404, 403, 409 */
export function recordDisclosure(
  { database }: ManageDeps,
  call: Call,
  id: string,
  userIds: readonly UserId[],
): Promise<{ noted: number }> {
  const { caller, at } = call;
  return database.transaction(async (tx) => {
    const recipient = await findRecipient(tx, id);
    const tenantId = recipient?.tenant_id ?? null;
    if (recipient?.kind !== 'outside' || tenantId === null || !reachesTenant(caller, tenantId))
      throw new AppError('recipients.not_found');
    const people = await findUsers(tx, userIds);
    const members = await findMembersOf(tx, tenantId, userIds);
    if (people.length < userIds.length || people.some(({ id, status }) => !members.has(id) || status === 'deleted'))
      throw new AppError('users.not_found');
    const fresh = await listUnrecorded(tx, id, userIds);
    const noted = await addReceived(tx, id, fresh, { received_by: 'export', since: at });
    await recordAudit(tx, call, { action: 'recipient.people', tenantId, meta: { recipient_id: id, people: noted } });
    return { noted };
  });
}

/** Who has a person's data, for their manager, on record. @throws AppError 404, 409, 403 */
export async function readRecipientsOf({ database }: ManageDeps, call: Call, userId: UserId) {
  const person = requireMayManage(call.caller, await seenAccount(database.read, call.caller, userId));
  await database.transaction((tx) => recordAudit(tx, call, { action: 'user.read', about: person, meta: {} }));
  // Of whoever is also a member elsewhere, what is done with their data there is no business of this manager.
  const sees = (tenantId: TenantId | null) => tenantId === null || reachesTenant(call.caller, tenantId);
  return showRecipientsOf(database.read, await listIdsOf(database.read, userId), { sees });
}

/** The order, if the person it is about is within the manager's reach. @throws AppError 404 */
async function getReachable(db: Db, { caller }: Call, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (order === undefined || !reachesTenant(caller, order.tenant_id)) throw new AppError('orders.not_found');
  return order;
}

/**
 * People told the recipient, on a day and in a way that is noted; its answer, if it gave one, counts like a receipt.
 * @throws AppError 404, 409; InvalidRequest 422
 */
export function recordContact(
  { database }: ManageDeps,
  call: Call,
  id: string,
  body: Static<typeof ByHandBody>,
): Promise<Order> {
  const { told_on, told_by, answer } = body;
  const { at } = call;
  if (!isDay(told_on) || told_on > at.slice(0, 10))
    throw invalidField('body', 'told_on', 'date', 'Takvog dana još nije bilo.');
  const checked = answer === undefined ? undefined : checkedAnswer(body);
  if (checked === undefined && (body.ground !== undefined || body.kept_until !== undefined))
    throw invalidField('body', 'answer', 'missing', 'Navedite odgovor.');
  return database.transaction(async (tx) => {
    const order = await getReachable(tx, call, id);
    const answered =
      checked === undefined
        ? { answered_at: null, answer: null, ground: null, kept_until: null, proof: null }
        : { ...checked, answered_at: at, proof: 'hand' as const };
    const marked = await markByHand(tx, id, parseInstant(`${told_on}T00:00:00.000Z`), { told_by, ...answered });
    if (marked === undefined) throw new AppError('orders.answered');
    const about = { id: order.user_id, tenant_id: order.tenant_id };
    const meta = { order_id: id, recipient_id: order.recipient_id, kind: order.kind, told_on, told_by };
    await recordAudit(tx, call, { action: 'order.told', about, tenantId: order.tenant_id, meta });
    if (checked !== undefined) await recordAnswer(tx, call, marked, 'hand');
    return marked;
  });
}
