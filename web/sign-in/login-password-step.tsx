import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { RefusalNotice } from '../components/connection/refusal-notice.tsx';
import { EmailField } from '../components/form/email-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useCountdown } from '../components/frame/countdown.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { loadTexts, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import type { Credentials, Refusal } from './sign-in-attempt.ts';

interface PasswordStepProps {
  readonly typed: Credentials;
  readonly onType: (typed: Credentials) => void;
  readonly refusal: Refusal | undefined;
  readonly busy: boolean;
  readonly onSubmit: () => Promise<void>;
  /** Signs in by a code sent to the address; undefined where nobody may. */
  readonly onMailedCode: (() => void) | undefined;
}

/** What every page after the sign-in needs, while the password is typed. */
const loadAhead = (): void =>
  void Promise.all([import('../layout/service-frame.tsx'), loadTexts('frame', 'lists')]).catch(() => {}); // it is tried again

export function LoginPasswordStep({ typed, onType, refusal, busy, onSubmit, onMailedCode }: PasswordStepProps) {
  const { say } = useTexts();
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const left = useCountdown(refusal?.waitUntil ?? 0);
  const wrong = refusal?.error instanceof ApiError && refusal.error.code === 'login.wrong';
  const { form, problemOf, passes } = useOwnValidation(() => {
    if (left === 0 && !busy) void onSubmit();
  });
  const isTyping = typed.password !== '';
  useEffect(() => {
    if (isTyping) loadAhead();
  }, [isTyping]);
  useEffect(() => {
    if (refusal && wrong) password.current?.select();
  }, [refusal, wrong]);
  return (
    <form {...form}>
      <Stack gap="md">
        {refusal && <RefusalNotice error={refusal.error} secondsLeft={left} mayReset />}
        <EmailField
          ref={email}
          label={say('login.email')}
          autoComplete="username webauthn"
          error={problemOf('email')}
          value={typed.email}
          onChange={(event) => onType({ ...typed, email: event.currentTarget.value })}
        />
        <PasswordInput
          ref={password}
          label={say('login.password')}
          name="password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          error={problemOf('password') ?? wrong}
          aria-invalid={Boolean(problemOf('password') ?? wrong)}
          value={typed.password}
          onChange={(event) => onType({ ...typed, password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
        />
        <Button type="submit" size="md" fullWidth loading={busy} disabled={left > 0}>
          {say('login.submit')}
        </Button>
        <AnchorLink to={PAGE_PATHS.forgotPassword} ta="center">
          {say('login.forgot')}
        </AnchorLink>
        {onMailedCode && (
          <Anchor
            component="button"
            type="button"
            ta="center"
            disabled={busy}
            onClick={() => {
              if (email.current && passes([email.current])) onMailedCode();
            }}
          >
            {say('login.mailed')}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
