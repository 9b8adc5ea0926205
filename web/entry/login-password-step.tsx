import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { PAGE_PATHS } from '../page-paths.ts';
import { useCountdown } from '../parts/countdown.ts';
import { RefusalNotice } from '../parts/refusal-notice.tsx';
import { useTexts } from '../texts/texts.ts';
import type { Refusal, SignInTry } from './login-page.tsx';

interface PasswordStepProps {
  readonly typed: SignInTry;
  readonly onType: (typed: SignInTry) => void;
  readonly refusal: Refusal | undefined;
  readonly busy: boolean;
  readonly onSubmit: () => Promise<void>;
}

export function LoginPasswordStep({ typed, onType, refusal, busy, onSubmit }: PasswordStepProps) {
  const { say } = useTexts();
  const password = useRef<HTMLInputElement>(null);
  const left = useCountdown(refusal?.waitUntil ?? 0);
  const wrong = refusal?.error instanceof ApiError && refusal.error.code === 'login.wrong';
  useEffect(() => {
    if (refusal && wrong) password.current?.select();
  }, [refusal, wrong]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (left === 0 && !busy) void onSubmit();
      }}
    >
      <Stack gap="md">
        {refusal && <RefusalNotice error={refusal.error} secondsLeft={left} mayReset />}
        <TextInput
          label={say('login.email')}
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          required
          withAsterisk={false}
          autoFocus
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
          error={wrong}
          value={typed.password}
          onChange={(event) => onType({ ...typed, password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
        />
        <Button type="submit" size="md" fullWidth loading={busy} disabled={left > 0}>
          {say('login.submit')}
        </Button>
        <Anchor component={Link} to={PAGE_PATHS.forgotPassword} ta="center">
          {say('login.forgot')}
        </Anchor>
      </Stack>
    </form>
  );
}
