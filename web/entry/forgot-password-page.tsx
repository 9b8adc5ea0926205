import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PAGE_PATHS } from '../page-paths.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';
import { EntryFrame } from './entry-frame.tsx';

export function ForgotPasswordPage() {
  const { say } = useTexts();
  const [email, setEmail] = useState('');
  const sending = useMutation({ mutationFn: () => service.forgotPassword(email.trim()) });
  const back = (
    <Anchor component={Link} to={PAGE_PATHS.login} ta="center">
      {say('forgot.back')}
    </Anchor>
  );
  if (sending.isSuccess) {
    return (
      <EntryFrame title={say('forgot.sent.title')}>
        <Stack gap="md">
          <p className="lead" role="status">
            {say('forgot.sent.text', { email: email.trim() })}
          </p>
          <Button variant="default" size="md" onClick={() => sending.reset()}>
            {say('forgot.again')}
          </Button>
          {back}
        </Stack>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={say('forgot.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.isPending) sending.mutate();
        }}
      >
        <Stack gap="md">
          <p className="lead">{say('forgot.text')}</p>
          {sending.isError && <ProblemNotice error={sending.error} />}
          <TextInput
            label={say('login.email')}
            type="email"
            autoComplete="username"
            size="md"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={sending.isPending}>
            {say('forgot.submit')}
          </Button>
          {back}
        </Stack>
      </form>
    </EntryFrame>
  );
}
