import { sql } from 'kysely';
import type { User } from '../users/user.ts';

/** Whether somebody has a second factor of any kind. Wherever one is demanded or counted, this decides. */
export const hasSecondFactor = ({ two_factor_enabled_at }: Pick<User, 'two_factor_enabled_at'>): boolean =>
  two_factor_enabled_at !== null;

/** The contrary, for statements over `users`. */
export const lacksSecondFactor = sql<boolean>`users.two_factor_enabled_at is null`;
