import { type Contact, listContactsIn } from '../../accounts/users/list-contacts.ts';
import type { Db } from '../../platform/database/database.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';

/** More than anybody needs to choose from. */
const MOST = 20;

/** The contacts of a person's tenant: its administrators, except the person. */
export async function findContacts(db: Db, tenantId: TenantId, caller: UserId): Promise<Contact[]> {
  const found = await listContactsIn(db, tenantId, MOST + 1);
  return found.filter(({ id }) => id !== caller).slice(0, MOST);
}
