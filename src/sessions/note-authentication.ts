import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import * as store from './sessions-store.ts';

/** Marks that the person of a sign-in has just proved again who they are; false when it has ended. */
export const noteAuthentication = (tx: Tx, sid: string, at: Instant): Promise<boolean> =>
  store.noteAuthentication(tx, sid, at);
