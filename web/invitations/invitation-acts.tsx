import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import type { InvitationItem } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

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
