import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PasskeyProof, SecondStep } from '../../client/wire-types.ts';
import { lastClub } from '../auth/last-club.ts';
import { PasskeyProblem } from '../auth/passkey-problem.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { Notice } from '../components/connection/notice.tsx';
import { RefusalNotice } from '../components/connection/refusal-notice.tsx';
import { CodeBoxes, useCode } from '../components/form/code-boxes.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useCountdown } from '../components/frame/countdown.ts';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { SecondPasskey } from './second-passkey.tsx';
import type { Refusal } from './sign-in-attempt.ts';

interface CodeStepProps {
  readonly second: SecondStep;
  readonly refusal: Refusal | undefined;
  readonly busy: boolean;
  readonly onCode: (code: string) => Promise<void>;
  readonly onPasskey: (proof: PasskeyProof) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
  readonly onOtherAccount: () => void;
}

export function LoginCodeStep(props: CodeStepProps) {
  const { second, refusal, busy, onCode, onPasskey, onProblem, onOtherAccount } = props;
  const { say } = useTexts();
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  const [recoveryCode, setRecoveryCode] = useState('');
  const [leftBehind, setLeftBehind] = useState<Refusal>(); // of the other kind of code
  const left = useCountdown(refusal?.waitUntil ?? 0);
  const told = refusal !== leftBehind || left > 0 ? refusal : undefined;
  const ofPasskey = refusal?.error instanceof PasskeyProblem;
  const submit = (whole: string) => {
    if (!busy && left === 0) void onCode(whole.trim());
  };
  const { form: codeForm, boxes, clear } = useCode(submit);
  const { form: recoveryForm, problemOf } = useOwnValidation(() => submit(recoveryCode));
  useEffect(() => {
    if (!refusal || ofPasskey) return;
    clear(); // a recovery code stays: it is long, and one wrong letter is to be corrected
  }, [refusal, ofPasskey, clear]);
  const other = way === 'app' ? 'recovery' : 'app';
  const passkey = <SecondPasskey second={second} busy={busy} onProof={onPasskey} onProblem={onProblem} />;
  if (!second.methods.includes('totp'))
    return (
      <EntryFrame title={say('login.code.title')} tenant={lastClub()}>
        <Stack gap="md">
          {canUsePasskeys() ? (
            <p className="lead">{say('login.passkey.text')}</p>
          ) : (
            <Notice kind="warning">{say('login.passkey.browser')}</Notice>
          )}
          {refusal && <RefusalNotice error={refusal.error} secondsLeft={left} />}
          {passkey}
          <Anchor component="button" type="button" ta="center" c="dimmed" onClick={onOtherAccount}>
            {say('login.otherAccount')}
          </Anchor>
        </Stack>
      </EntryFrame>
    );
  return (
    <EntryFrame title={say('login.code.title')} tenant={lastClub()}>
      <form {...(way === 'app' ? codeForm : recoveryForm)}>
        <Stack gap="md">
          <p className="lead">{say(way === 'app' ? 'login.code.text' : 'login.recovery.text')}</p>
          {told && <RefusalNotice error={told.error} secondsLeft={left} wrong="code" />}
          {way === 'app' ? (
            <fieldset className="plain">
              <legend className="hidden">{say('login.code.label')}</legend>
              <CodeBoxes boxes={boxes} wrong={told !== undefined && !ofPasskey} />
            </fieldset>
          ) : (
            <TextInput
              label={say('login.recovery.label')}
              size="md"
              name="recovery"
              required
              withAsterisk={false}
              error={problemOf('recovery')}
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={recoveryCode}
              onChange={(event) => setRecoveryCode(event.currentTarget.value)}
            />
          )}
          <Button type="submit" size="md" fullWidth loading={busy} disabled={left > 0}>
            {say('login.submit')}
          </Button>
          {passkey}
          <Anchor
            component="button"
            type="button"
            ta="center"
            onClick={() => {
              setWay(other);
              clear();
              setRecoveryCode('');
              setLeftBehind(refusal);
            }}
          >
            {say(way === 'app' ? 'login.code.toRecovery' : 'login.code.toApp')}
          </Anchor>
          <Anchor component="button" type="button" ta="center" c="dimmed" onClick={onOtherAccount}>
            {say('login.otherAccount')}
          </Anchor>
        </Stack>
      </form>
    </EntryFrame>
  );
}
