import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../client/api-error.ts';
import { keepLinkToken, linkToken } from '../auth/link-token.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { AnchorLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { WithQueries } from '../layout/with-queries.tsx';
import { PAGE_PATHS } from '../routing/pages.ts';

/** What the page says, once it is known what the mail was about. */
interface Words {
  readonly title: string;
  readonly text: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The button. */
  readonly use: string;
  readonly wasMe: string;
  readonly done: string;
}

type Tenant = Parameters<typeof EntryFrame>[0]['tenant'];

interface Question<Shown> {
  /** Of the query. */
  readonly name: string;
  readonly show: (token: string) => Promise<Shown>;
  readonly use: (token: string) => Promise<{ readonly reset_token: string | null }>;
  /** The title before the answer has come. */
  readonly title: string;
  readonly wordsOf: (shown: Shown) => Words;
}

/** Behind a link that asks the owner of an account whether something was their doing: what it is about, and a button. Opening it changes nothing. */
export const OwnerQuestion = <Shown extends NonNullable<Tenant>>(question: Question<Shown>) => (
  <WithQueries>
    <Asking {...question} />
  </WithQueries>
);

function Asking<Shown extends NonNullable<Tenant>>({ name, show, use, title, wordsOf }: Question<Shown>) {
  const { say } = useTexts();
  const token = linkToken();
  const asked = useQuery({
    queryKey: [name],
    queryFn: () => show(token ?? ''),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === undefined)
    return (
      <EntryFrame title={say('link.none.title')}>
        <Stack gap="md">
          <p className="lead">{say('link.none.text')}</p>
          <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
        </Stack>
      </EntryFrame>
    );
  if (isDead(asked.error))
    return (
      <EntryFrame title={say('link.dead.title')}>
        <DeadText />
      </EntryFrame>
    );
  const words = asked.data && wordsOf(asked.data);
  return (
    <EntryFrame title={words?.title ?? title} tenant={asked.data} trouble={<TroubleBar />}>
      {asked.isPending && <p role="status">{say('link.checking')}</p>}
      {asked.isError && <ProblemNotice error={asked.error} retry={() => void asked.refetch()} />}
      {words && <Answer words={words} use={() => use(token)} />}
    </EntryFrame>
  );
}

const isDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'token.invalid';

function Answer({ words, use }: { words: Words; use: () => Promise<{ readonly reset_token: string | null }> }) {
  const { say } = useTexts();
  const navigate = useNavigate();
  const using = useMutation({
    mutationFn: use,
    onSuccess: async ({ reset_token }) => {
      if (reset_token === null) return;
      keepLinkToken(reset_token);
      await navigate({ to: PAGE_PATHS.resetPassword, replace: true });
    },
  });
  if (isDead(using.error)) return <DeadText />;
  if (using.isSuccess)
    return (
      <Stack gap="md">
        <Notice kind="done">{words.done}</Notice>
        <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
      </Stack>
    );
  return (
    <Stack gap="md">
      <p className="lead">{words.text}</p>
      <dl className="entry-facts">
        {words.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {using.isError && <ProblemNotice error={using.error} />}
      <Button size="md" fullWidth loading={using.isPending} onClick={() => using.mutate()}>
        {words.use}
      </Button>
      <p className="hint">{words.wasMe}</p>
    </Stack>
  );
}

/** Whoever comes too late can still set a new password, which ends every sign-in. */
function DeadText() {
  const { say } = useTexts();
  return (
    <Stack gap="md">
      <p className="lead" role="alert">
        {say('newDevice.dead')}
      </p>
      <ButtonLink to={PAGE_PATHS.forgotPassword} size="md">
        {say('newDevice.ask')}
      </ButtonLink>
      <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
    </Stack>
  );
}
