import { scopeOf } from '../../accounts/policy/scope.ts';
import type { Call } from '../../platform/http/call.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { countQueue, listQueue } from './erasure-requests-store.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { type QueueQuery, showQueued } from './privacy-wire.ts';

const QUEUE = 'erasure-requests';

/** One page of requests, as the caller may see it. @throws AppError 404 for another tenant */
export async function showQueue(
  { database: { read } }: Pick<PrivacyDeps, 'database'>,
  call: Pick<Call, 'caller' | 'at'>,
  query: QueueQuery,
) {
  const { sort = 'newest', limit = DEFAULT_LIMIT, cursor, status, origin, user_id: userId, tenant_id } = query;
  const wanted = { ...scopeOf(call.caller, tenant_id), status, origin, userId };
  const list = `${QUEUE} ${sort}`;
  const [due_at, id] = cursor === undefined ? [] : keyFromCursor(list, ['instant', 'number'], cursor);
  const after = cursor === undefined ? undefined : { due_at: parseInstant(String(due_at)), id: Number(id) };
  const rows = await listQueue(read, wanted, { sort, after, limit: limit + 1 });
  const counted = await countQueue(read, wanted, TOTAL_CAP + 1);
  return pageAnswer(list, { rows, counted, limit }, (row) => [row.due_at, row.id], showQueued(call));
}
