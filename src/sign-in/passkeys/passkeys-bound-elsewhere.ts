import { isFactorDue } from '../../accounts/permissions/must-enrol.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { countPasskeysElsewhere, listWithUselessPasskeys } from './passkeys-elsewhere-store.ts';

/** How many passkeys are bound to another host than this one. */
export const countPasskeysBoundElsewhere = (db: Db, rpId: string): Promise<number> => countPasskeysElsewhere(db, rpId);

interface BoundPasskeysQuery {
  readonly rpId: string;
  /** The default where no rule is set. */
  readonly enrolTier: number;
  readonly at: Instant;
}

/** How many people cannot sign in: they need a second factor, and their only ones are passkeys bound to other hosts. */
export async function countPeopleShutOut(db: Db, { rpId, enrolTier, at }: BoundPasskeysQuery): Promise<number> {
  const people = await listWithUselessPasskeys(db, rpId);
  return people.filter((person) => person.chosen !== null || isFactorDue(person, enrolTier, at)).length;
}
