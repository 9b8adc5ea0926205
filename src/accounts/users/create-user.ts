import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { zagrebDay } from '../../platform/sheets/zagreb-time.ts';
import { placeOfAddress, refusingTaken } from './address-places.ts';
import { addMembership } from './memberships-store.ts';
import { membershipOf, newUserOf, type PersonToCreate, preparePerson } from './person-to-create.ts';
import { guardSuperadmins } from './superadmin-guard-store.ts';
import type { ListScope } from './tenant-people-store.ts';
import type { User } from './user.ts';
import { addWords } from './user-words-store.ts';
import { addUser } from './users-store.ts';

/**
 * With a scope, an address that an account beyond it has makes a record that waits for its owner.
 * @throws AppError `users.email_taken` (409); the transaction must then be rolled back
 */
export async function createUser(tx: Tx, call: AuditedCall, person: PersonToCreate, within?: ListScope): Promise<User> {
  const place = within && (await placeOfAddress(tx, within, person.email));
  if (place === 'here') throw new AppError('users.email_taken');
  const isJoining = place === 'elsewhere';
  return refusingTaken(async () => {
    if (person.role === 'superadmin' && person.status === 'active') await guardSuperadmins(tx, 1);
    const user = await addUser(tx, newUserOf(preparePerson(person), call.at, { isJoining }));
    await addWords(tx, user);
    await addMembership(tx, membershipOf(user, 'created', call.at, zagrebDay(call.at)));
    const { id, tenant_id, role, status } = user;
    await recordAudit(tx, call, {
      action: 'user.create',
      about: { id: id, tenant_id: tenant_id },
      meta: { role, status },
    });
    return user;
  });
}
