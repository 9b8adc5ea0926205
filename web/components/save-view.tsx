import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { useFocusBack } from './focus-back.ts';

const LONGEST_NAME = 40;

/** Asks how a view is called; the same name again replaces it. */
export function SaveView({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const { say } = useTexts();
  const [name, setName] = useState('');
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('view.save.title')}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') onSave(name.trim());
        }}
      >
        <Stack gap="md">
          <TextInput
            size="md"
            data-autofocus
            label={say('view.save.name')}
            description={say('view.save.text')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {say('app.cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''}>
              {say('app.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
