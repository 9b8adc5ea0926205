import type { Db } from '../database/database.ts';
import { countBoundElsewhere, countShutOut } from './passkeys-store.ts';

/** How many passkeys are bound to another host than this one. */
export const countPasskeysBoundElsewhere = (db: Db, rpId: string): Promise<number> => countBoundElsewhere(db, rpId);

/** How many people cannot sign in but by a passkey of this host, since their second step is shut. */
export const countPeopleShutOut = (db: Db, rpId: string): Promise<number> => countShutOut(db, rpId);
