import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { RECIPIENTS } from './privacy-queries.ts';

const FORM = 'recipient-new';

/** Enters somebody outside whom people tell what is to be erased or corrected. */
export function RecipientDialog({ onClose }: { onClose: () => void }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [form, setForm, settle] = useTyped(FORM, { name: '' });
  const saving = useMutation({
    mutationFn: () => service.call('POST /api/admin/recipients', { name: form.name.trim() }),
    onSuccess: async () => {
      sayDone(say('recipients.did.add'));
      settle(form);
      await queries.invalidateQueries({ queryKey: RECIPIENTS });
      onClose();
    },
  });
  useSaver(FORM, () => saving.mutateAsync(), { after: 'stay', verb: say('recipients.add') });
  const problems = fieldProblems(saving.error, say, language);
  const { form: ownForm, problemOf } = useOwnValidation(() => saving.mutate());
  return (
    <FormDialog
      title={say('recipients.add')}
      width={480}
      verb={say('recipients.add')}
      form={ownForm}
      saving={saving}
      problems={problems}
      onClose={onClose}
    >
      <TextInput
        size="md"
        dir="auto"
        label={say('recipients.name')}
        description={say('recipients.name.help')}
        name="name"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={200}
        error={problemOf('name') ?? problems.name}
        value={form.name}
        onChange={(event) => {
          const name = event.currentTarget.value;
          setForm(() => ({ name }));
          saving.reset();
        }}
      />
    </FormDialog>
  );
}
