import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { useOwnValidation } from '../form/own-validation.ts';

const LONGEST_NAME = 40;

/** Asks for the name of a view. A view of the same name is replaced. */
export function SaveView({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const { form, problemOf } = useOwnValidation(() => onSave(typed.trim()));
  return (
    <FormDialog
      title={say('view.save.title')}
      width={440}
      verb={say('app.save')}
      form={form}
      saving={{ isPending: false, error: null }}
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
        description={say('view.save.text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={LONGEST_NAME}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
