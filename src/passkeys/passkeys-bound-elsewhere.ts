import type { Db } from '../database/database.ts';
import { countBoundElsewhere } from './passkeys-store.ts';

/** How many passkeys are bound to another host than this one. */
export const countPasskeysBoundElsewhere = (db: Db, rpId: string): Promise<number> => countBoundElsewhere(db, rpId);
