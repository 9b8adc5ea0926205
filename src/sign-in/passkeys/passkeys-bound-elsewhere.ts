import type { ExpressionBuilder } from 'kysely';
import { isFactorDue } from '../../accounts/policy/must-enrol.ts';
import { FACTOR_RULES_OF_USER } from '../../accounts/users/factor-rules-of-user.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Instant } from '../../platform/kernel/clock.ts';

/** How many passkeys are bound to another host than this one. */
export async function countPasskeysBoundElsewhere(db: Db, rpId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rp_id', '<>', rpId)
    .executeTakeFirstOrThrow();
  return count;
}

interface Asked {
  readonly rpId: string;
  /** The default where no rule is set. */
  readonly enrolTier: number;
  readonly at: Instant;
}

/** How many people cannot sign in: they need a second factor, and their only ones are passkeys bound to other hosts. */
export async function countPeopleShutOut(db: Db, { rpId, enrolTier, at }: Asked): Promise<number> {
  const people = await listWithUselessPasskeys(db, rpId);
  return people.filter((person) => person.chosen !== null || isFactorDue(person, enrolTier, at)).length;
}

/**
 * People with passkeys, none of which opens anything at this host, and without an authenticator app. `chosen`: they have added
 * a passkey as their second step.
 */
async function listWithUselessPasskeys(db: Db, rpId: string) {
  const keyOf = (eb: ExpressionBuilder<Schema, 'users'>) =>
    eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id');
  return db
    .selectFrom('users')
    .select(['role', 'created_at', ...FACTOR_RULES_OF_USER])
    .select((eb) => keyOf(eb).where('purpose', '=', 'second_step').limit(1).as('chosen'))
    .where('two_factor_enabled_at', 'is', null)
    .where('status', '=', 'active')
    .where((eb) => eb.exists(keyOf(eb)))
    .where((eb) => eb.not(eb.exists(keyOf(eb).where('refused_at', 'is', null).where('rp_id', '=', rpId))))
    .execute();
}
