import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitationItem } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';

export interface InvitationActsProps {
  readonly invitation: InvitationItem;
  readonly busyId: number | undefined;
  readonly onInvite: (invitation: InvitationItem) => void;
  readonly onCancel: (invitation: InvitationItem) => void;
}

/** Buttons on large screens, a menu on phones; nothing that the service would refuse. */
export function InvitationActs({ invitation, busyId, onInvite, onCancel }: InvitationActsProps) {
  const { say } = useTexts();
  const { actions, state, full_name, email } = invitation;
  if (!actions.includes('resend')) return null;
  const name = full_name || email;
  const pending = state === 'pending';
  const cancels = pending && actions.includes('cancel');
  const inviteText = say(pending ? 'invitations.resend' : 'invitations.again');
  const busy = busyId === invitation.id;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps events on the buttons from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row handles only its own keys
    <div className="row-acts" onClick={(event) => event.stopPropagation()}>
      <div className="wide-acts">
        <Button
          variant="subtle"
          size="sm"
          loading={busy}
          aria-label={`${inviteText}: ${name}`}
          onClick={() => onInvite(invitation)}
        >
          {inviteText}
        </Button>
        {cancels && (
          <Button
            variant="subtle"
            size="sm"
            disabled={busy}
            aria-label={`${say('invitations.cancel')}: ${name}`}
            onClick={() => onCancel(invitation)}
          >
            {say('invitations.cancel.short')}
          </Button>
        )}
      </div>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            className="narrow-acts"
            variant="default"
            loading={busy}
            aria-label={say('invitations.acts', { name })}
          >
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onInvite(invitation)}>{inviteText}</Menu.Item>
          {cancels && <Menu.Item onClick={() => onCancel(invitation)}>{say('invitations.cancel')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

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
    mutationFn: ({ id }: InvitationItem) => service.call('POST /api/admin/invitations/{id}/resend', id),
    ...settled,
  });
  const cancelling = useMutation({
    mutationFn: ({ id }: InvitationItem) => service.call('DELETE /api/admin/invitations/{id}', id),
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
