import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnUser } from '../../client/wire-types.ts';
import { normaliseAddress } from '../../src/platform/words/address-input.ts';
import { meQuery } from '../auth/me-query.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { EmailField } from '../components/form/email-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { Section } from '../components/form/section.tsx';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { seenBy } from './seen-by.ts';

type Step = 'shown' | 'address' | 'code' | 'done';

/** A new address takes effect with the code mailed to it; until then the old one stays. */
export function ProfileEmail({ me }: { me: OwnUser }) {
  const { say } = useTexts();
  const [email, setEmail, settle] = useTyped('profile-email', '');
  const [step, setStep] = useState<Step>(email === '' ? 'shown' : 'address');
  return (
    <Section title={say('profile.email')} text={say('profile.email.text')}>
      {step === 'done' && <Notice kind="done">{say('profile.email.changed')}</Notice>}
      {(step === 'shown' || step === 'done') && (
        <div className="row first">
          <div className="long">
            <strong>{me.email}</strong>
            <p className="hint">{seenBy('email', say)}</p>
          </div>
          <Button className="firm" variant="default" onClick={() => setStep('address')}>
            {say('profile.email.change')}
          </Button>
        </div>
      )}
      {step === 'address' && (
        <AddressStep
          email={email}
          onType={setEmail}
          onSent={() => setStep('code')}
          onLeave={() => {
            setEmail('');
            setStep('shown');
          }}
        />
      )}
      {step === 'code' && (
        <CodeStep
          email={email}
          onBack={() => setStep('address')}
          onConfirmed={() => {
            settle('');
            setStep('done');
          }}
        />
      )}
    </Section>
  );
}

interface AddressStepProps {
  readonly email: string;
  readonly onType: (email: string) => void;
  readonly onSent: () => void;
  readonly onLeave: () => void;
}

function AddressStep({ email, onType, onSent, onLeave }: AddressStepProps) {
  const { say, language } = useTexts();
  const asking = useMutation({
    mutationFn: () => service.call('POST /api/users/me/email', { email: normaliseAddress(email) }),
    onSuccess: onSent,
  });
  const { form, problemOf } = useOwnValidation(() => {
    if (!asking.isPending) asking.mutate();
  });
  const problem = problemOf('email') ?? fieldProblems(asking.error, say, language).email;
  const { error } = asking;
  return (
    <form {...form}>
      <Stack gap="md">
        {error && !problem && !(error instanceof NotConfirmedError) && <ProblemNotice error={error} />}
        <EmailField
          label={say('profile.email.new')}
          autoComplete="email"
          error={problem}
          value={email}
          onChange={(event) => {
            onType(event.currentTarget.value);
            if (!asking.isPending) asking.reset();
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {say('app.cancel')}
          </Button>
          <Button type="submit" loading={asking.isPending}>
            {say('profile.email.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface CodeStepProps {
  readonly email: string;
  readonly onBack: () => void;
  readonly onConfirmed: () => void;
}

function CodeStep({ email, onBack, onConfirmed }: CodeStepProps) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirming = useMutation({
    mutationFn: () => service.call('POST /api/users/me/email/confirm', { code: code.trim() }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
      onConfirmed();
    },
  });
  const { form, problemOf } = useOwnValidation(() => {
    if (!confirming.isPending) confirming.mutate();
  });
  return (
    <form {...form}>
      <Stack gap="md">
        <p className="lead" role="status">
          {say('profile.email.sent', { email: normaliseAddress(email) })}
        </p>
        {confirming.isError && <ProblemNotice error={confirming.error} />}
        <TextInput
          className="short"
          label={say('profile.email.code')}
          size="md"
          name="code"
          inputMode="numeric"
          error={problemOf('code')}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            {say('app.back')}
          </Button>
          <Button type="submit" loading={confirming.isPending}>
            {say('profile.email.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
