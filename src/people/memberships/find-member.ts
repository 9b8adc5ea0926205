import { slugOf } from '../../accounts/tenants/tenant.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { findAccount, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Instant, nowOf } from '../../platform/kernel/clock.ts';
import { enqueueMails } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { Transfer } from './transfer.ts';
import {
  type Found,
  findSought,
  findTransfer,
  isAskedFor,
  listAdministrators,
  listWaiting,
  recordSearch,
} from './transfers-store.ts';

const AT_ONCE = 50;
const MOST_MAILED = 3;

/**
 * Looks for whom clubs asked since the last run, and tells the clubs where somebody is found. The request itself does not: its answer
 * and time are the same for everybody. Returns how many were found.
 */
export async function findMembers({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> {
  let found = 0;
  for (const { id } of await listWaiting(database.read, AT_ONCE))
    found += Number(await database.transaction((tx) => findOne(tx, id, nowOf(clock))));
  return found;
}

async function findOne(tx: Tx, id: number, at: Instant): Promise<boolean> {
  const asked = await findTransfer(tx, id);
  if (asked === undefined) return false;
  const found = await heldMember(tx, asked);
  const transfer = await recordSearch(tx, id, found, at);
  if (transfer === undefined || found === undefined) return false;
  const { to_tenant_id } = transfer;
  await recordAudit(tx, byOperator(['transfer.ask'], at), {
    action: 'transfer.ask',
    about: { id: found.user_id, tenant_id: found.tenant_id },
    meta: { transfer_id: id, to_tenant_id },
  });
  await mailClub(tx, found, transfer, at);
  return true;
}

/** With the person's row locked: asked for twice, by address and by number, they are found once. */
async function heldMember(tx: Tx, asked: Transfer): Promise<Found | undefined> {
  const found = await findSought(tx, asked, slugOf(asked.club));
  if (found === undefined || (await holdUserRow(tx, found.user_id)) === undefined) return undefined;
  return (await isAskedFor(tx, found.user_id, asked.to_tenant_id)) ? undefined : found;
}

async function mailClub(tx: Tx, { user_id, tenant_id }: Found, transfer: Transfer, at: Instant): Promise<void> {
  const person = (await findAccount(tx, user_id))?.full_name ?? '';
  const club = (await findTenant(tx, transfer.to_tenant_id))?.name ?? '';
  const params = { person, club, at, expires_at: transfer.expires_at };
  const mails = (await listAdministrators(tx, tenant_id, MOST_MAILED)).map((to) => {
    return { kind: 'transfer-asked' as const, to, params, namedId: user_id, at };
  });
  await enqueueMails(tx, mails);
}
