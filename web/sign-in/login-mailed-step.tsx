import { Anchor, Button, Stack } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lastClub } from '../auth/last-club.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { RefusalNotice } from '../components/connection/refusal-notice.tsx';
import { CodeBoxes, useCode } from '../components/form/code-boxes.tsx';
import { asClock, useCountdown } from '../components/frame/countdown.ts';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import type { Refusal } from './sign-in-attempt.ts';

interface MailedStepProps {
  readonly email: string;
  readonly refusal: Refusal | undefined;
  readonly busy: boolean;
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** Mails take a while; whoever asks again at once only uses up their five an hour. */
const AGAIN_AFTER = 60_000;

/** Sends a code to the address, and takes it. */
export function LoginMailedStep({ email, refusal, busy, onCode, onBack }: MailedStepProps) {
  const { say } = useTexts();
  const left = useCountdown(refusal?.waitUntil ?? 0);
  const { send, sending, problem, againAt, times } = useCodeMail(email);
  const wait = useCountdown(againAt);
  const { form, boxes, clear } = useCode((code) => {
    if (!busy && left === 0) void onCode(code);
  });
  useEffect(() => {
    if (refusal) clear();
  }, [refusal, clear]);
  return (
    <EntryFrame title={say('login.mailed.title')} tenant={lastClub()}>
      <form {...form}>
        <Stack gap="md">
          <p className="lead" role="status">
            {say(times > 1 ? 'login.mailed.again.text' : 'login.mailed.text', { email })}
          </p>
          {problem !== undefined && <ProblemNotice error={problem} />}
          {refusal && <RefusalNotice error={refusal.error} secondsLeft={left} wrong="code" />}
          <fieldset className="plain">
            <legend className="hidden">{say('login.mailed.label')}</legend>
            <CodeBoxes boxes={boxes} wrong={refusal !== undefined} />
          </fieldset>
          <Button type="submit" size="md" fullWidth loading={busy} disabled={left > 0}>
            {say('login.submit')}
          </Button>
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={sending}
            disabled={wait > 0}
            onClick={() => void send()}
          >
            {wait > 0 ? say('login.mailed.wait', { clock: asClock(wait) }) : say('login.mailed.again')}
          </Button>
          <p className="hint">{say('login.mailed.none')}</p>
          <Anchor component="button" type="button" ta="center" c="dimmed" onClick={onBack}>
            {say('login.mailed.back')}
          </Anchor>
        </Stack>
      </form>
    </EntryFrame>
  );
}

/** Sends one when the step opens. */
function useCodeMail(email: string) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [againAt, setAgainAt] = useState(0);
  const [times, setTimes] = useState(0);
  const send = useCallback(async () => {
    setSending(true);
    setProblem(undefined);
    try {
      await service.open.call('POST /api/auth/login', { email, send_code: true });
      setTimes((count) => count + 1);
      setAgainAt(Date.now() + AGAIN_AFTER);
    } catch (error) {
      setProblem(error);
    } finally {
      setSending(false);
    }
  }, [email]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) void send();
    isFirst.current = false;
  }, [send]);
  return { send, sending, problem, againAt, times };
}
