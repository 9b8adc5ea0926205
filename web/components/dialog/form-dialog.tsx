import { Button, Group, Modal, Stack } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import type { ReactNode } from 'react';
import { NotConfirmedError } from '../../auth/reauth-question.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ProblemNotice } from '../connection/notice.tsx';
import { isTopmostDialog, useFocusBack } from '../focus/focus-back.ts';
import type { useOwnValidation } from '../form/own-validation.ts';
import { useProblemFocus } from '../form/use-typed.ts';

interface Saving {
  readonly isPending: boolean;
  readonly error: unknown;
}

interface FormDialogProps {
  readonly title: string;
  readonly width: number;
  /** The verb of the button that saves; without one there is nothing to save yet. */
  readonly verb: string | undefined;
  /** From `useOwnValidation`, which says at the fields what is missing. */
  readonly form: ReturnType<typeof useOwnValidation>['form'];
  readonly saving: Saving;
  /** By field; any other problem is shown above the form. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onClose: () => void;
  /** Shown below the form, not part of it. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a dialog, which its caller closes when it has saved. */
export function FormDialog({ title, width, verb, form, saving, problems, onClose, below, children }: FormDialogProps) {
  const { say } = useTexts();
  useFocusBack();
  useProblemFocus(saving.error);
  const isOfForm = Object.keys(problems).length === 0 && !(saving.error instanceof NotConfirmedError);
  return (
    <Modal
      opened
      onClose={() => isTopmostDialog() && onClose()}
      size={width}
      title={title}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <form {...form}>
        <Stack gap="md">
          {saving.error != null && isOfForm && <ProblemNotice error={saving.error} />}
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {say('app.cancel')}
            </Button>
            {verb !== undefined && (
              <Button type="submit" loading={saving.isPending}>
                {verb}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {below}
    </Modal>
  );
}
