import type { Db } from '../../platform/database/database.ts';
import type { User } from './user.ts';

/** The active superadmins. There are few. */
export const listSuperadmins = (db: Db): Promise<User[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
