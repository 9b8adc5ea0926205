import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../client/api-error.ts';
import type { ChangeAlarm } from '../../client/wire-types.ts';
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

export const TakeBackPage = () => (
  <WithQueries>
    <TakeBack />
  </WithQueries>
);

/** Behind the link of a mail about a change to the account: what it is about, and a button. Opening it changes nothing. */
function TakeBack() {
  const { say } = useTexts();
  const token = linkToken();
  const alarm = useQuery({
    queryKey: ['take-back'],
    queryFn: () => session.takeBack.show(token ?? ''),
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
  if (isDead(alarm.error)) {
    return (
      <EntryFrame title={say('link.dead.title')}>
        <DeadText />
      </EntryFrame>
    );
  }
  const title = alarm.data?.restores_address ? 'takeBack.address.title' : 'takeBack.title';
  return (
    <EntryFrame title={say(title)} tenant={alarm.data} trouble={<TroubleBar />}>
      {alarm.isPending && <p role="status">{say('link.checking')}</p>}
      {alarm.isError && <ProblemNotice error={alarm.error} retry={() => void alarm.refetch()} />}
      {alarm.data && <Question token={token} alarm={alarm.data} />}
    </EntryFrame>
  );
}

const isDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'token.invalid';

function Question({ token, alarm }: { token: string; alarm: ChangeAlarm }) {
  const { say, language } = useTexts();
  const navigate = useNavigate();
  const taking = useMutation({
    mutationFn: () => session.takeBack.use(token),
    onSuccess: async ({ reset_token }) => {
      if (reset_token === null) return;
      keepLinkToken(reset_token);
      await navigate({ to: PAGE_PATHS.resetPassword, replace: true });
    },
  });
  if (isDead(taking.error)) return <DeadText />;
  if (taking.isSuccess) {
    return (
      <Stack gap="md">
        <Notice kind="done">{say('takeBack.done')}</Notice>
        <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
      </Stack>
    );
  }
  const { restores_address: restores, email, at } = alarm;
  return (
    <Stack gap="md">
      <p className="lead">{say(restores ? 'takeBack.address.text' : 'takeBack.text')}</p>
      <dl className="entry-facts">
        <div>
          <dt>{say(restores ? 'takeBack.address' : 'newDevice.account')}</dt>
          <dd dir="auto">{email}</dd>
        </div>
        <div>
          <dt>{say('newDevice.when')}</dt>
          <dd dir="auto">{fully(at, language)}</dd>
        </div>
      </dl>
      {taking.isError && <ProblemNotice error={taking.error} />}
      <Button size="md" fullWidth loading={taking.isPending} onClick={() => taking.mutate()}>
        {say(restores ? 'takeBack.address.use' : 'takeBack.use')}
      </Button>
      <p className="hint">{say(restores ? 'takeBack.address.wasMe' : 'takeBack.wasMe')}</p>
    </Stack>
  );
}
