import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscription } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTexts } from '../i18n/texts.ts';

interface ReplayDialogProps {
  readonly subscription: Subscription;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks after which place of the log everything is to be sent again. */
export function ReplayDialog({ subscription: { id, last_seq, starts_after }, onDone, onClose }: ReplayDialogProps) {
  const { say, language } = useTexts();
  const [after, setAfter] = useState(String(last_seq));
  const saving = useMutation({
    mutationFn: () => service.call('POST /api/admin/subscriptions/{id}/replay', id, { after: Number(after) }),
    onSuccess: () => {
      sayDone(say('subscriptions.did.replay', { seq: after }));
      onDone();
    },
  });
  const problems = fieldProblems(saving.error, say, language);
  const { form, problemOf } = useOwnValidation(() => saving.mutate());
  return (
    <FormDialog
      title={say('subscriptions.replay')}
      width={440}
      verb={say('subscriptions.replay')}
      form={form}
      saving={saving}
      problems={problems}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label={say('subscriptions.replay.after')}
        description={say('subscriptions.replay.help', { start: starts_after })}
        name="after"
        inputMode="numeric"
        pattern="[0-9]{1,15}"
        required
        withAsterisk={false}
        data-autofocus
        error={problemOf('after') ?? problems.after}
        value={after}
        onChange={(event) => {
          setAfter(event.currentTarget.value);
          saving.reset();
        }}
      />
    </FormDialog>
  );
}
