import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Notification.css';
import '../look/acted.css';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { Language, Say } from '../texts/texts.ts';
import { Icon } from './icons.tsx';
import { problemText, supportId } from './problem-text.ts';
import { NotConfirmedError } from './reauth-question.ts';

const UNDO_WITHIN_MS = 10_000;

/** Says that something was done, for ten seconds with a way to take it back. */
export function sayDone(text: string, undo?: { readonly label: string; readonly run: () => void }): void {
  const id = crypto.randomUUID();
  const message = undo ? (
    <Group justify="space-between" gap="md" wrap="nowrap">
      {text}
      <Button
        className="firm"
        variant="default"
        size="compact-sm"
        onClick={() => {
          notifications.hide(id);
          undo.run();
        }}
      >
        {undo.label}
      </Button>
    </Group>
  ) : (
    text
  );
  notifications.show({
    id,
    message,
    icon: <Icon name="done" />,
    color: 'teal',
    closeButtonProps: closeButton(),
    autoClose: undo ? UNDO_WITHIN_MS : 4000,
  });
}

/** Says that something was not done, and why; it stays until it is closed. Nothing to whoever would not prove who they are. */
export function sayRefused(error: unknown, say: Say, language: Language): void {
  if (error instanceof NotConfirmedError) return;
  const id = supportId(error);
  notifications.show({
    message: (
      <>
        {problemText(error, say, language)}
        {id && <small className="support-id">{say('app.requestId', { id })}</small>}
      </>
    ),
    icon: <Icon name="warning" />,
    color: 'red',
    closeButtonProps: closeButton(),
    autoClose: false,
    role: 'alert',
  });
}

const closeButton = () => ({ 'aria-label': i18next.t('app.close') });
