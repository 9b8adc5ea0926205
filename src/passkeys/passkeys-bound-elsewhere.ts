import type { Db } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import { isFactorDue } from '../policy/must-enrol.ts';
import { countBoundElsewhere, listWithShutPasskeys } from './passkeys-store.ts';

/** How many passkeys are bound to another host than this one. */
export const countPasskeysBoundElsewhere = (db: Db, rpId: string): Promise<number> => countBoundElsewhere(db, rpId);

interface Asked {
  readonly rpId: string;
  /** The default where no rule is set. */
  readonly enrolTier: number;
  readonly at: Instant;
}

/** How many people cannot sign in: a second step is asked of them, and their only ones are passkeys that open nothing. */
export async function countPeopleShutOut(db: Db, { rpId, enrolTier, at }: Asked): Promise<number> {
  const people = await listWithShutPasskeys(db, rpId);
  return people.filter((person) => person.chosen !== null || isFactorDue(person, enrolTier, at)).length;
}
