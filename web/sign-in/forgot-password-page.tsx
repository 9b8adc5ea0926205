import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { normaliseAddress } from '../../src/platform/words/address-input.ts';
import { lastClub } from '../auth/last-club.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { EmailField } from '../components/form/email-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { WithQueries } from '../layout/with-queries.tsx';
import { PAGE_PATHS } from '../routing/pages.ts';
import { keepAddress, keptAddress } from './kept-sign-in.ts';

export const ForgotPasswordPage = () => (
  <WithQueries>
    <AskForLink />
  </WithQueries>
);

function AskForLink() {
  const { say } = useTexts();
  const [email, setEmail] = useState(keptAddress);
  const sending = useMutation({
    mutationFn: () => {
      const address = normaliseAddress(email);
      keepAddress(address);
      return service.open.call('POST /api/auth/forgot-password', { email: address });
    },
  });
  const { form, problemOf } = useOwnValidation(() => {
    if (!sending.isPending) sending.mutate();
  });
  const back = (
    <AnchorLink to={PAGE_PATHS.login} ta="center">
      {say('forgot.back')}
    </AnchorLink>
  );
  if (sending.isSuccess) {
    return (
      <EntryFrame title={say('forgot.sent.title')} tenant={lastClub()}>
        <Stack gap="md">
          <p className="lead" role="status">
            {say('forgot.sent.text', { email: normaliseAddress(email) })}
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
    <EntryFrame title={say('forgot.title')} tenant={lastClub()}>
      <form {...form}>
        <Stack gap="md">
          <p className="lead">{say('forgot.text')}</p>
          {sending.isError && <ProblemNotice error={sending.error} />}
          <EmailField
            label={say('login.email')}
            autoComplete="username"
            error={problemOf('email')}
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
