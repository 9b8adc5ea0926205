import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitationItem } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';

/** Resends an invitation, which shows the new link once, and withdraws one, after which it can be sent again. */
export function useInvitationActing() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const settled = {
    onError: (error: Error) => sayRefused(error, say, language),
    onSettled: () =>
      Promise.all([['invitations'], [USERS_KEY]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
  const inviting = useMutation({
    mutationFn: ({ id }: InvitationItem) => service.invitations.resend(id),
    ...settled,
  });
  const cancelling = useMutation({
    mutationFn: ({ id }: InvitationItem) => service.invitations.cancel(id),
    onSuccess: (_nothing, invitation) =>
      sayDone(say('invitations.did.cancel', { name: invitation.full_name || invitation.email }), {
        label: say('invitations.again'),
        run: () => inviting.mutate(invitation),
      }),
    ...settled,
  });
  const busy = [inviting, cancelling].find(({ isPending }) => isPending);
  const shown =
    inviting.data && inviting.variables ? { invitation: inviting.data, email: inviting.variables.email } : undefined;
  return {
    invite: inviting.mutate,
    cancel: cancelling.mutate,
    busyId: busy?.variables?.id,
    shown,
    forget: inviting.reset,
  };
}
