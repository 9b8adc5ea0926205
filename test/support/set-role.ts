import type { Tx } from '../../src/platform/database/database.ts';
import type { UserId } from '../../src/platform/kernel/entity-id.ts';
import type { Role } from '../../src/platform/kernel/role.ts';

/** Gives somebody another role behind the service's back, with the membership that says so. */
export async function setRole(tx: Tx, role: Role, ids: readonly UserId[]): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', 'in', ids).execute();
  await tx.updateTable('memberships').set({ role }).where('user_id', 'in', ids).execute();
}

/** The same for people by their addresses. */
export async function setRoleOf(tx: Tx, role: Role, emails: readonly string[]): Promise<void> {
  const found = await tx.selectFrom('users').select('id').where('email', 'in', emails).execute();
  await setRole(
    tx,
    role,
    found.map(({ id }) => id),
  );
}
