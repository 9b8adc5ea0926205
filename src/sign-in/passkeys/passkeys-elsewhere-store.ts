import type { ExpressionBuilder } from 'kysely';
import { FACTOR_RULES_OF_USER } from '../../accounts/users/factor-rules-of-user-store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** How many passkeys are bound to another host than this one. */
export async function countPasskeysElsewhere(db: Db, rpId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rp_id', '<>', rpId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * People with passkeys, none of which opens anything at this host, and without an authenticator app. `chosen`: they have added
 * a passkey as their second step.
 */
export async function listWithUselessPasskeys(db: Db, rpId: string) {
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
