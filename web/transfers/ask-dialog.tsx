import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { EmailField } from '../components/form/email-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';

interface AskDialogProps {
  /** For which tenant; one’s own unless given. */
  readonly tenantId: number | undefined;
  readonly onAsked: () => void;
  readonly onClose: () => void;
}

const FORM = 'transfer-new';
const BLANK = { club: '', email: '', number: '' };

/** Asks for somebody by their club and either their address or their number there. */
export function AskDialog({ tenantId, onAsked, onClose }: AskDialogProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [{ club, email, number }, setTyped, settle] = useTyped(FORM, BLANK);
  const byNumber = email.trim() === '' && number.trim() !== '';
  const saving = useMutation({
    mutationFn: () =>
      service.call('POST /api/admin/transfers', {
        club: club.trim(),
        ...(byNumber ? { number: number.trim() } : { email }),
        ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
      }),
    onSuccess: () => {
      sayDone(say('transfers.did.ask'));
      settle(BLANK);
      onAsked();
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['transfers'] }),
  });
  const verb = say('transfers.ask');
  useSaver(FORM, () => saving.mutateAsync(), { after: 'stay', verb }); // saving closes the dialog
  const problems = fieldProblems(saving.error, say, language);
  const { form, problemOf } = useOwnValidation(() => saving.mutate());
  const onType = (member: keyof typeof BLANK) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setTyped((before) => ({ ...before, [member]: value }));
    if (!saving.isPending) saving.reset();
  };
  return (
    <FormDialog title={verb} width={520} verb={verb} form={form} saving={saving} problems={problems} onClose={onClose}>
      <TextInput
        size="md"
        dir="auto"
        name="club"
        label={say('transfers.ask.club')}
        description={say('transfers.ask.club.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        withAsterisk={false}
        data-autofocus
        error={problemOf('club') ?? problems.club}
        value={club}
        onChange={onType('club')}
      />
      <EmailField
        autoFocus={false}
        label={say('transfers.ask.email')}
        required={!byNumber}
        error={problemOf('email') ?? problems.email}
        value={email}
        onChange={onType('email')}
      />
      <TextInput
        size="md"
        name="number"
        autoComplete="off"
        label={say('transfers.ask.number')}
        error={problems.number}
        value={number}
        onChange={onType('number')}
      />
      <p className="hint">{say('transfers.ask.note')}</p>
    </FormDialog>
  );
}
