import type { Db } from '../../platform/database/database.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { SealedRecord } from './event.ts';
import type { EventName } from './event-catalogue.ts';

/** Where the chain begins and ends: records up to `trimmed` are gone, `tip` is the last one. */
export async function findChainEnds(db: Db): Promise<{ trimmed: number; tip: number }> {
  const stub = await db.selectFrom('audit_stubs').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const last = await db.selectFrom('audit_seals').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const trimmed = stub?.seq ?? 0;
  return { trimmed, tip: last?.seq ?? trimmed };
}

/** What subscriptions read from the log: events, and what concerns a stream itself. */
export type ReadAction = EventName | 'subscription.verify' | 'subscription.update';

interface Wanted<Action> {
  readonly after: number;
  readonly upTo: number;
  readonly actions: readonly Action[];
  readonly scope: TenantScope;
  readonly limit: number;
}

/** By cross join: SQLite then reads the few seals in order, and not every record of the actions. */
export async function listSealedEvents<Action extends ReadAction>(
  db: Db,
  { after, upTo, actions, scope, limit }: Wanted<Action>,
): Promise<SealedRecord<Action>[]> {
  const sealed = db
    .selectFrom('audit_seals')
    .crossJoin('audit_records')
    .select(['audit_seals.seq', 'audit_seals.hash'])
    .select(['audit_records.at', 'audit_records.action', 'audit_records.tenant_id'])
    .select(['audit_records.user_id', 'audit_records.meta', 'audit_records.request_id'])
    .whereRef('audit_records.id', '=', 'audit_seals.record_id')
    .where('audit_seals.seq', '>', after)
    .where('audit_seals.seq', '<=', upTo)
    .where('audit_records.action', 'in', actions)
    .where(liesIn(scope, 'audit_records.tenant_id'));
  const rows = await sealed.orderBy('audit_seals.seq').limit(limit).execute();
  return rows as SealedRecord<Action>[]; // `action` is one of `actions`
}
