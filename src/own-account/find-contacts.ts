import type { Db } from '../database/database.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import { type Contact, listContactsIn } from '../users/list-contacts.ts';

/** More than anybody would choose from. */
const MOST = 20;

/** Whom to write to at one's own federation or club: its administrators, except oneself. */
export async function findContacts(db: Db, tenantId: TenantId, caller: UserId): Promise<Contact[]> {
  const found = await listContactsIn(db, tenantId, MOST + 1);
  return found.filter(({ id }) => id !== caller).slice(0, MOST);
}
