import type { Db } from '../database/database.ts';
import type { User } from './user.ts';

/** Those who answer for the service itself and can sign in now. There are few. */
export const listSuperadmins = (db: Db): Promise<User[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
