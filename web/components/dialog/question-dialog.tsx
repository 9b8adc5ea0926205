import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { type ReactNode, useRef, useState } from 'react';
import { isSameText } from '../../../src/platform/words/begun-words.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useFocusBack } from '../focus/focus-back.ts';

interface QuestionDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** A verb: what the button does. */
  readonly confirm: string;
  /** What must be typed to confirm something irreversible. */
  readonly typed?: { readonly label: string; readonly word: string };
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms what cannot simply be undone. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, children, confirm, typed, danger = false, busy = false, onConfirm, onClose } = props;
  const { say } = useTexts();
  useFocusBack();
  const [text, setText] = useState('');
  const [told, setTold] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  /** Cancel has the focus, so that an extra Enter deletes nothing. A busy button could not take it, and it would stay on the page behind. */
  const [cancelFirst] = useState(busy || danger);
  const ready = typed === undefined || isSameText(typed.word, text);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': say('app.close') }} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTold(!ready);
          if (ready) onConfirm();
          else field.current?.focus();
        }}
      >
        <Stack gap="md">
          <div className="lead">{children}</div>
          {typed && (
            <TextInput
              size="md"
              ref={field}
              label={typed.label}
              error={told && say('app.typeExactly', { word: typed.word })}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setTold(false);
              }}
            />
          )}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={onClose}
              data-autofocus={(typed === undefined && cancelFirst) || undefined}
            >
              {say('app.cancel')}
            </Button>
            <Button
              type="submit"
              color={danger ? 'red' : undefined}
              loading={busy}
              data-autofocus={(typed === undefined && !cancelFirst) || undefined}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
