import { actOnUser } from '../../accounts/policy/act-on-user.ts';
import type { Call } from '../../platform/http/call.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { bulkActOf } from './act-on-person.ts';
import type { BulkActsDeps } from './bulk-acts-deps.ts';
import type { BulkJob } from './bulk-job.ts';
import { refusalOf } from './refusal-of.ts';

interface Result {
  readonly id: UserId;
  readonly ok: boolean;
  readonly code?: string;
  readonly detail?: string;
}

/**
 * Performs an act on several people, each in its own transaction, so that one refusal does not stop the others. Links are only
 * mailed, not returned.
 */
export async function actOnSeveral(
  deps: BulkActsDeps,
  call: Call,
  ids: readonly UserId[],
  wanted: Pick<BulkJob, 'action' | 'role' | 'reason'>,
) {
  const { act } = bulkActOf(deps, { ...wanted, by: call.caller.account.full_name });
  const results: Result[] = [];
  for (const id of ids) results.push(await resultOf(id, () => actOnUser(deps, call, id, act)));
  const done = results.filter(({ ok }) => ok).length;
  return { done, refused: results.length - done, results };
}

async function resultOf(id: UserId, act: () => Promise<unknown>): Promise<Result> {
  try {
    await act();
    return { id, ok: true };
  } catch (error) {
    const { definition, message } = refusalOf(error);
    return { id, ok: false, code: definition.code, detail: message };
  }
}
