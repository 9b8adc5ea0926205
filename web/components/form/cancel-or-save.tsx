import { Button, Group } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';

interface CancelOrSaveProps {
  readonly isSaving: boolean;
  readonly onCancel: () => void;
  /** The id of the form, if its end stands elsewhere. */
  readonly form?: string;
}

/** The end of a form in which something was typed. */
export function CancelOrSave({ isSaving, onCancel, form }: CancelOrSaveProps) {
  const { say } = useTexts();
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {say('app.cancel')}
      </Button>
      <Button type="submit" form={form} loading={isSaving}>
        {say('app.save')}
      </Button>
    </Group>
  );
}
