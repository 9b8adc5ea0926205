import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../client/api-error.ts';
import type { NewDeviceNotice } from '../../client/wire-types.ts';
import { keepLinkToken, linkToken } from '../auth/link-token.ts';
import { session } from '../auth/session.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { fully } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { WithQueries } from '../layout/with-queries.tsx';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import { DeadText } from './dead-alarm.tsx';

export const NewDevicePage = () => (
  <WithQueries>
    <NewDevice />
  </WithQueries>
);

/** Behind the link of a mail about a new browser: what it is about, and a button. Opening it changes nothing. */
function NewDevice() {
  const { say } = useTexts();
  const token = linkToken();
  const notice = useQuery({
    queryKey: ['new-device'],
    queryFn: () => session.newDevice.show(token ?? ''),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === undefined) {
    return (
      <EntryFrame title={say('link.none.title')}>
        <Stack gap="md">
          <p className="lead">{say('link.none.text')}</p>
          <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
        </Stack>
      </EntryFrame>
    );
  }
  if (isDead(notice.error)) return <DeadLink />;
  return (
    <EntryFrame title={say('newDevice.title')} tenant={notice.data} trouble={<TroubleBar />}>
      {notice.isPending && <p role="status">{say('link.checking')}</p>}
      {notice.isError && <ProblemNotice error={notice.error} retry={() => void notice.refetch()} />}
      {notice.data && <Question token={token} notice={notice.data} />}
    </EntryFrame>
  );
}

const isDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'token.invalid';

function Question({ token, notice }: { token: string; notice: NewDeviceNotice }) {
  const { say, language } = useTexts();
  const navigate = useNavigate();
  const ending = useMutation({
    mutationFn: () => session.newDevice.disown(token),
    onSuccess: async ({ reset_token }) => {
      if (reset_token === null) return;
      keepLinkToken(reset_token);
      await navigate({ to: PAGE_PATHS.resetPassword, replace: true });
    },
  });
  if (isDead(ending.error)) return <DeadText />;
  if (ending.isSuccess) {
    return (
      <Stack gap="md">
        <Notice kind="done">{say('newDevice.ended')}</Notice>
        <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
      </Stack>
    );
  }
  const facts = [
    [say('newDevice.account'), notice.email],
    [say('newDevice.when'), fully(notice.at, language)],
    [say('newDevice.browser'), [notice.browser, notice.os].filter(Boolean).join(' · ') || say('newDevice.unknown')],
    [say('newDevice.network'), notice.ip],
  ] as const;
  return (
    <Stack gap="md">
      <p className="lead">{say('newDevice.text')}</p>
      <dl className="entry-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {ending.isError && <ProblemNotice error={ending.error} />}
      <Button size="md" fullWidth loading={ending.isPending} onClick={() => ending.mutate()}>
        {say('newDevice.disown')}
      </Button>
      <p className="hint">{say('newDevice.wasMe')}</p>
    </Stack>
  );
}

function DeadLink() {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('link.dead.title')}>
      <DeadText />
    </EntryFrame>
  );
}
