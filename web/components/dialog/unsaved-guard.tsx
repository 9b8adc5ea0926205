import { Button, Group, Modal, Stack } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { AddressMember, AddressState } from '../../routing/pages.ts';
import { useFocusBack } from '../focus/focus-back.ts';
import { askUnsavedBy, discardUnsaved, heldOneTimeValue, isUnsaved, saverOfAll } from './unsaved.ts';

/** Filters and order of a list, beside which a form may stand open. */
const OF_LISTS: readonly AddressMember[] = ['q', 'role', 'status', 'invitation', 'signed_in', 'sort'];

interface Step {
  readonly pathname: string;
  readonly search: AddressState;
}

/** Whether a form would go. It stays where only the list beside it changes. */
function isLeaving({ current, next }: { readonly current: Step; readonly next: Step }): boolean {
  if (!isUnsaved()) return false;
  const members = Object.keys({ ...current.search, ...next.search }) as AddressMember[]; // of a page's search
  const differs = members.some((name) => !OF_LISTS.includes(name) && current.search[name] !== next.search[name]);
  return differs || current.pathname !== next.pathname;
}

interface Leaving {
  readonly go: () => void;
  readonly stay: () => void;
}

/** Whoever leaves unsaved input behind is asked first, by whichever way they leave. */
export function UnsavedGuard() {
  const blocked = useBlocker({ shouldBlockFn: isLeaving, enableBeforeUnload: isUnsaved, withResolver: true });
  const [left, setLeft] = useState<Leaving>();
  useEffect(() => askUnsavedBy((go) => setLeft({ go, stay: () => {} })), []);
  if (blocked.status === 'blocked') return <UnsavedQuestion go={blocked.proceed} stay={blocked.reset} />;
  if (left === undefined) return null;
  const close = (then: () => void) => () => {
    setLeft(undefined);
    then();
  };
  return <UnsavedQuestion go={close(left.go)} stay={close(left.stay)} />;
}

const WORDS = { unsaved: 'unsaved', secret: 'oneTimeSecret', codes: 'shownCodes' } as const;

/**
 * Going back has the focus: whoever presses Esc and then Enter by habit must neither lose what was typed nor carry out an act that
 * reaches others.
 */
function UnsavedQuestion({ go, stay }: Leaving) {
  const { say } = useTexts();
  const [saver] = useState(saverOfAll);
  const [words] = useState(() => WORDS[heldOneTimeValue() ?? 'unsaved']);
  const [busy, setBusy] = useState(false);
  useFocusBack();
  const save = async () => {
    if (saver === undefined) return;
    if (saver.after === 'stay') {
      stay();
      return void saver.save().catch(() => {});
    }
    setBusy(true);
    // Why it was refused is said in the form.
    await saver.save().then(go, stay);
  };
  return (
    <Modal
      opened
      onClose={stay}
      title={say(`${words}.title`)}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      returnFocus={false}
      centered
    >
      <Stack gap="md">
        <p className="lead">{say(`${words}.text`)}</p>
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" disabled={busy} onClick={stay} data-autofocus>
            {say('app.back')}
          </Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => {
              discardUnsaved();
              go();
            }}
          >
            {say(`${words}.drop`)}
          </Button>
          {saver && (
            <Button loading={busy} onClick={() => void save()}>
              {saver.verb ?? say('app.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
