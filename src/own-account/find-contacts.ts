import type { Db } from '../database/database.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';
import { type Contact, listContactsIn } from '../users/list-contacts.ts';

/** More than anybody needs to choose from. */
const MOST = 20;

/** The contacts of a person's tenant: its administrators, except the person. */
export async function findContacts(db: Db, tenantId: TenantId, caller: UserId): Promise<Contact[]> {
  const found = await listContactsIn(db, tenantId, MOST + 1);
  return found.filter(({ id }) => id !== caller).slice(0, MOST);
}
