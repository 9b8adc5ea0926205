import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { useOwnValidation } from '../form/own-validation.ts';

const LONGEST_NAME = 40;

interface ViewNameDialogProps {
  readonly title: string;
  readonly text: string;
  /** The name so far. */
  readonly name?: string;
  readonly saving?: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view. A view of the same name is replaced. */
export function ViewNameDialog({ title, text, name = '', saving, onSave, onClose }: ViewNameDialogProps) {
  const { say } = useTexts();
  const [typed, setTyped] = useState(name);
  const { form, problemOf } = useOwnValidation(() => onSave(typed.trim()));
  return (
    <FormDialog
      title={title}
      width={440}
      verb={say('app.save')}
      form={form}
      saving={saving ?? { isPending: false, error: null }}
      problems={{}}
      onClose={onClose}
    >
      <TextInput
        size="md"
        name="name"
        required
        withAsterisk={false}
        data-autofocus
        error={problemOf('name')}
        label={say('view.save.name')}
        description={text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={LONGEST_NAME}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
