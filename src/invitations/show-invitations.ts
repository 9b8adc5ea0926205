import { invitationKey } from '../action-tokens/invitation-sort.ts';
import { invitationList, listInvitations } from '../action-tokens/list-invitations.ts';
import type { AnyCaller } from '../http/caller.ts';
import { DEFAULT_LIMIT, pageAnswer } from '../http/list-wire.ts';
import { nowOf } from '../kernel/clock.ts';
import { readsFor } from '../people-search/sought-people.ts';
import { scopeOf } from '../policy/scope.ts';
import { invitationActions } from './invitation-actions.ts';
import type { InvitationsQuery } from './invitations-wire.ts';
import type { InvitationDeps } from './invite-user.ts';

/** One page of invitations, as the caller may see them. @throws AppError 404 for another tenant */
export async function showInvitations(
  { database, clock }: Pick<InvitationDeps, 'database' | 'clock'>,
  caller: AnyCaller,
  query: InvitationsQuery,
) {
  const state = query.state ?? 'pending';
  const sort = query.sort ?? '-created';
  const { tenantId } = scopeOf(caller, query.tenant_id);
  const wanted = {
    state,
    tenantId,
    q: query.q ?? '',
    at: nowOf(clock),
    sort,
    cursor: query.cursor,
    limit: query.limit ?? DEFAULT_LIMIT,
  };
  const page = await listInvitations(readsFor(database, wanted.q), wanted);
  return pageAnswer(invitationList(state, sort), page, invitationKey(sort), (row) => {
    const { user_id: id, tenant_id, role, user_status: status } = row;
    return { ...row, state, actions: invitationActions(caller, state, { id, tenant_id, role, status }) };
  });
}
