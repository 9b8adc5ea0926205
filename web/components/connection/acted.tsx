import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Notification.css';
import '../../styles/acted.css';
import { notifications } from '@mantine/notifications';
import { NotConfirmedError } from '../../auth/reauth-question.ts';
import type { Language } from '../../i18n/language.ts';
import { type Say, sayNow } from '../../i18n/texts.ts';
import { endUndo, offerUndo } from '../dialog/undo-key.ts';
import { problemText, supportId } from '../form/problem-text.ts';
import { Icon } from '../frame/icons.tsx';
import { whenBack } from './connection-back.ts';

/** Behind a white sign, in either scheme. */
const DONE_COLOR = '#0f766e';
const UNDO_WITHIN_MS = 10_000;
/** The next of its kind replaces it, so that none pile up; what can be undone stays for as long as it can. */
const [DONE, WHY_NOT] = ['done', 'why-not'];

/** A toast that says what was done, for ten seconds, with a way to undo it, by Ctrl Z too. */
export function sayDone(text: string, undo?: { readonly label: string; readonly run: () => void }): void {
  const id = undo ? crypto.randomUUID() : DONE;
  const run = () => {
    endUndo(id); // once
    notifications.hide(id);
    undo?.run();
  };
  const message = undo ? (
    <Group justify="space-between" gap="md" wrap="nowrap">
      {text}
      <Button
        className="firm"
        variant="default"
        size="compact-sm"
        aria-keyshortcuts="Control+Z"
        title="Ctrl Z"
        onClick={run}
      >
        {undo.label}
      </Button>
    </Group>
  ) : (
    text
  );
  if (undo) offerUndo(id, run);
  else notifications.hide(DONE);
  notifications.show({
    id,
    onClose: () => endUndo(id),
    message,
    icon: <Icon name="done" />,
    color: DONE_COLOR,
    closeButtonProps: closeButton(),
    autoClose: undo ? UNDO_WITHIN_MS : 4000,
  });
}

/** A toast that says what failed and why, and `what` that leaves as it was; stays until closed. Nothing for whoever closed the re-authentication. */
export function sayRefused(error: unknown, say: Say, language: Language, what?: string): void {
  if (error instanceof NotConfirmedError) return;
  const id = supportId(error);
  const text = problemText(error, say, language);
  const toast = `refused ${what ?? ''} ${text}`; // the same again replaces it
  const stop = whenBack(error, () => notifications.hide(toast));
  notifications.hide(toast);
  notifications.show({
    id: toast,
    onClose: stop,
    message: (
      <>
        {what && <strong className="toast-what">{what}</strong>}
        {text}
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

/** A toast for whoever tried what cannot be done; the next try replaces it. */
export function sayWhyNot(text: string): void {
  notifications.hide(WHY_NOT);
  notifications.show({
    id: WHY_NOT,
    message: text,
    icon: <Icon name="info" />,
    closeButtonProps: closeButton(),
    autoClose: 4000,
  });
}

const closeButton = () => ({ 'aria-label': sayNow('app.close') });
