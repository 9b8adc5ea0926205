import type { Db, Tx } from '../../platform/database/database.ts';
import { DEFAULT_LIMIT, type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Consent } from './consent.ts';
import * as store from './consents-store.ts';

export const CONSENT_LIST = 'consents';

/** One page, newest first. @throws InvalidRequest (422) for a foreign cursor */
export async function listConsents(
  db: Db,
  wanted: store.ConsentsWanted,
  { limit = DEFAULT_LIMIT, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<Page<Consent>> {
  const [before] = cursor === undefined ? [] : keyFromCursor(CONSENT_LIST, ['number'], cursor);
  const page = { before: before === undefined ? undefined : Number(before), limit: limit + 1 };
  const rows = await store.listConsents(db, { ...wanted, ...page });
  return { rows, counted: await store.countConsents(db, wanted, TOTAL_CAP + 1), limit };
}

/** For retention: drops guests whose cookie has expired. */
export async function dropOldGuests(tx: Tx, before: Instant, most: number): Promise<number> {
  const old = tx
    .selectFrom('consents')
    .select('id')
    .where('user_id', 'is', null)
    .where('recorded_at', '<', before)
    .limit(most);
  return (await tx.deleteFrom('consents').where('id', 'in', old).returning('id').execute()).length;
}
