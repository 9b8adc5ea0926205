import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { OwnUser } from '../../client/wire-types.ts';
import { keepCodes } from '../auth/kept-codes.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { CodeBoxes, useCode } from '../components/form/code-boxes.tsx';
import { CopyButton } from '../components/form/copy-button.tsx';
import { useTexts } from '../i18n/texts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type TwoFactorSetup = Answer<'POST /api/auth/2fa/setup'>;

export type EnrolmentStart =
  | ({ readonly kind: 'enrol' } & TwoFactorSetup)
  | { readonly kind: 'renew'; readonly recovery_codes: readonly string[] };

interface EnrolmentProps {
  readonly start: EnrolmentStart;
  readonly me: OwnUser;
  /** After the codes have been saved. */
  readonly onFinish: () => void;
  /** Before anything took effect. */
  readonly onLeave: () => void;
}

type Step = 1 | 2 | 3;

/**
 * Scan, enter a code, save the codes. The last step cannot be skipped: the service shows the codes only once, so the tab shows them
 * again after a reload, until they are said to be stored.
 */
export function Enrolment({ start, me, onFinish, onLeave }: EnrolmentProps) {
  const { say } = useTexts();
  useFocusBack();
  const [step, setStep] = useState<Step>(start.kind === 'enrol' ? 1 : 3);
  const mayLeave = step < 3;
  const verified = () => {
    keepCodes(me.id, start.recovery_codes);
    setStep(3);
  };
  const titles = { 1: 'enrol.scan.title', 2: 'enrol.code.title', 3: 'enrol.save.title' } as const;
  return (
    <Modal
      opened
      onClose={mayLeave ? onLeave : () => {}}
      withCloseButton={mayLeave}
      closeOnClickOutside={false}
      closeOnEscape={mayLeave}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      title={say(titles[step])}
      centered
    >
      <Stack gap="md">
        {start.kind === 'enrol' && <p className="hint">{say('enrol.step', { step })}</p>}
        {start.kind === 'enrol' && step === 1 && <ScanStep setup={start} onNext={() => setStep(2)} />}
        {start.kind === 'enrol' && step === 2 && <CodeStep onBack={() => setStep(1)} onVerified={verified} />}
        {step === 3 && <RecoveryCodes codes={start.recovery_codes} email={me.email} onSaved={onFinish} />}
      </Stack>
    </Modal>
  );
}

function ScanStep({ setup, onNext }: { setup: TwoFactorSetup; onNext: () => void }) {
  const { say } = useTexts();
  return (
    <>
      <p className="lead">{say('enrol.scan.text')}</p>
      <img className="qr" src={setup.qr_code} alt={say('enrol.scan.alt')} width={200} height={200} />
      <Button component="a" href={setup.otpauth_url} variant="default" className="only-phone">
        {say('enrol.scan.open')}
      </Button>
      <div>
        <p className="hint">{say('enrol.scan.key')}</p>
        <Group gap="sm" wrap="nowrap">
          <code className="secret">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={setup.secret} />
        </Group>
      </div>
      <Group justify="flex-end">
        <Button onClick={onNext} data-autofocus>
          {say('profile.next')}
        </Button>
      </Group>
    </>
  );
}

interface CodeStepProps {
  readonly onBack: () => void;
  readonly onVerified: () => void;
}

function CodeStep({ onBack, onVerified }: CodeStepProps) {
  const { say } = useTexts();
  const verifying = useMutation({
    mutationFn: (code: string) => service.call('POST /api/auth/2fa/verify', { code }),
    onSuccess: onVerified,
    onError: () => clear(),
  });
  const { error, isPending } = verifying;
  const { form, boxes, clear } = useCode((code) => {
    if (!isPending) verifying.mutate(code);
  });
  return (
    <form {...form}>
      <Stack gap="md">
        <p className="lead">{say('enrol.code.text')}</p>
        {error && !(error instanceof NotConfirmedError) && <ProblemNotice error={error} />}
        <fieldset className="plain">
          <legend className="hidden">{say('login.code.label')}</legend>
          <CodeBoxes boxes={boxes} wrong={error !== null} />
        </fieldset>
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {say('app.back')}
          </Button>
          <Button type="submit" loading={isPending}>
            {say('profile.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
