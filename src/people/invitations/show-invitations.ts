import type { ActionToken } from '../../accounts/action-tokens/action-token.ts';
import { readsFor } from '../../accounts/people-search/matching-people.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, pageAnswer } from '../../platform/http/list-wire.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { findNewestMails } from '../../platform/mail/listed-mails-store.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { InvitationsQuery } from './invitations-wire.ts';
import { invitationActions, invitationKey, invitationList, listInvitations } from './list-invitations.ts';

/** One page of invitations, as the caller may see them. @throws AppError 404 for another tenant */
export async function showInvitations(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  caller: AnyCaller,
  query: InvitationsQuery,
) {
  const state = query.state ?? 'pending';
  const sort = query.sort ?? '-created';
  const { tenantId, below } = scopeOf(caller, query.tenant_id);
  const wanted = {
    state,
    tenantId,
    below,
    q: query.q ?? '',
    at: nowOf(clock),
    sort,
    cursor: query.cursor,
    limit: query.limit ?? DEFAULT_LIMIT,
  };
  const page = await listInvitations(readsFor(database, wanted.q), wanted);
  const invited = page.rows.map(({ user_id }) => user_id);
  const mails = await findNewestMails(database.read, 'invitation', invited);
  return pageAnswer(invitationList(state, sort), page, invitationKey(sort), (row) => {
    const { user_id: id, tenant_id, role, user_status: status } = row;
    const actions = invitationActions(caller, state, { id, tenant_id, role, status });
    return { ...row, state, mail: mailOf(row, mails.get(id)), actions };
  });
}

/** A mail that was due before the invitation carried an earlier one. */
const mailOf = (
  { created_at, replaced_at }: Pick<ActionToken, 'created_at' | 'replaced_at'>,
  mail: Pick<OutboxMail, 'state' | 'due_at'> | undefined,
): OutboxMail['state'] | null =>
  mail === undefined || replaced_at !== null || mail.due_at < created_at ? null : mail.state;
