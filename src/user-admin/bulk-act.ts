import type { Call } from '../http/call.ts';
import { invalidField } from '../http/request-refusal.ts';
import { type InvitationDeps, inviteUser } from '../invitations/invite-user.ts';
import { AppError } from '../kernel/app-error.ts';
import { type ActOnUser, actOnUser } from '../policy/act-on-user.ts';
import { changeRole } from './change-role.ts';
import { suspendUser, unsuspendUser } from './suspend-user.ts';
import type { BulkBody } from './user-admin-wire.ts';

interface Result {
  readonly id: number;
  readonly ok: boolean;
  readonly code?: string;
  readonly detail?: string;
}

/**
 * The same act on many people, each in a transaction of its own: one who is refused stops nobody else. Links are not told
 * here, they go out by mail.
 * @throws InvalidRequest (422) for a role act without a role
 */
export async function bulkAct(deps: InvitationDeps, call: Call, body: BulkBody) {
  const act = actOf(deps, call, body);
  const results: Result[] = [];
  for (const id of body.ids) results.push(await resultOf(id, act));
  const done = results.filter(({ ok }) => ok).length;
  return { done, refused: results.length - done, results };
}

function actOf(deps: InvitationDeps, call: Call, { action, role, reason = '' }: BulkBody) {
  const on = (act: (on: ActOnUser) => Promise<void>) => (id: number) => actOnUser(deps, call, id, act);
  if (action === 'invite') return (id: number) => inviteUser(deps, call, id);
  if (action === 'suspend') return on((user) => suspendUser(user, reason));
  if (action === 'unsuspend') return on(unsuspendUser);
  if (role === undefined) throw invalidField('body', 'role', 'missing', 'Ovo je polje obavezno.');
  return on((user) => changeRole(user, role));
}

/** A refusal is this person's result; a fault, or the store being away, ends the whole call. */
async function resultOf(id: number, act: (id: number) => Promise<unknown>): Promise<Result> {
  try {
    await act(id);
    return { id, ok: true };
  } catch (error) {
    if (!(error instanceof AppError) || error.definition.status >= 500) throw error;
    return { id, ok: false, code: error.definition.code, detail: error.message };
  }
}
