import type { Static } from 'typebox';
import { readsFor } from '../../accounts/people-search/sought-people.ts';
import { scopeOf } from '../../accounts/policy/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, pageAnswer } from '../../platform/http/list-wire.ts';
import { type MissingQuery, showMissing } from './factor-policy-wire.ts';
import { findMissing, MISSING_LIST } from './find-missing.ts';
import type { FactorPolicyDeps } from './set-factor-rules.ts';

/** One page of people without a required second factor, for the list and its export. */
export async function listMissing(
  { database, factors }: Pick<FactorPolicyDeps, 'database' | 'factors'>,
  caller: Caller,
  { tenant_id, role, q = '', cursor, limit = DEFAULT_LIMIT }: Static<typeof MissingQuery>,
) {
  const { tenantId } = scopeOf(caller, tenant_id);
  const page = await findMissing(readsFor(database, q), factors, { tenantId, role, q, cursor, limit });
  return pageAnswer(MISSING_LIST, page, ({ sort_key, id }) => [sort_key, id], showMissing(factors.enrolTier));
}
