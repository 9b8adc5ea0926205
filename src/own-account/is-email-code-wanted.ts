import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { hasEmailChangeOf } from './email-changes-store.ts';

/** A code that was given, or replaced by one for another wish, is not mailed any more. */
export const isEmailCodeWanted = (db: Db, userId: number, seed: string, at: Instant): Promise<boolean> =>
  hasEmailChangeOf(db, userId, seed, at);
