import { Button, Group } from '@mantine/core';
import type { Invitation, User } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { InviteLink } from '../people/invite-link.tsx';

interface CreatedPersonProps {
  readonly user: User & Partial<Invitation>;
  readonly onAnother: () => void;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The invitation link of the new person, and the usual next steps. */
export function CreatedPerson({ user, onAnother, onOpen, onClose }: CreatedPersonProps) {
  const { say } = useTexts();
  const { invite_link, expires_at, email } = user;
  return (
    <>
      {invite_link && expires_at && <InviteLink invitation={{ invite_link, expires_at }} email={email} />}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="subtle" onClick={onOpen}>
          {say('users.create.open')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {say('users.create.another')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {say('users.link.done')}
        </Button>
      </Group>
    </>
  );
}
