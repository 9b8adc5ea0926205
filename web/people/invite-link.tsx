import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '../styles/people.css';
import type { Invitation } from '../../client/wire-types.ts';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { CopyButton } from '../components/form/copy-button.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';

/** The link of an invitation. The service returns it only once, and the page says so. */
export function InviteLink({ invitation, email }: { invitation: Invitation; email: string }) {
  const { say, language } = useTexts();
  const { invite_link: link, expires_at } = invitation;
  return (
    <Stack gap="sm">
      <p className="lead">{say('users.link.sent', { email })}</p>
      <div className="one-link">
        <TextInput
          size="md"
          readOnly
          label={say('users.link.label')}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={link} />
      </div>
      <p className="hint">{say('users.link.once', { when: fully(expires_at, language) })}</p>
    </Stack>
  );
}

interface InviteLinkDialogProps {
  readonly invitation: Invitation;
  readonly email: string;
  readonly onClose: () => void;
}

export function InviteLinkDialog({ invitation, email, onClose }: InviteLinkDialogProps) {
  const { say } = useTexts();
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={say('users.link.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <InviteLink invitation={invitation} email={email} />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{say('users.link.done')}</Button>
      </Group>
    </Modal>
  );
}
