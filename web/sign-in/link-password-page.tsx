import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { LinkKind } from '../../client/iskaznica-client.ts';
import type { Answer } from '../../client/route-types.ts';
import { keepJoiningLink } from '../auth/joining-link.ts';
import { linkToken } from '../auth/link-token.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { makePasskey } from '../auth/passkeys.ts';
import { service } from '../auth/service.ts';
import { wantToGoTo } from '../auth/where-to.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { NewPasswordField } from '../components/form/new-password-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { UserNameField } from '../components/form/user-name-field.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { AnchorLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { WithQueries } from '../layout/with-queries.tsx';
import { PAGE_PATHS } from '../routing/pages.ts';
import { leaveFor } from './leave-for.ts';

/** Who invites whom, and to which tenant: only for an invitation. */
type InvitationGreeting = Pick<Answer<'GET /api/auth/setup-password'>, 'ime' | 'invited_by'>;

type Preflight = Answer<'GET /api/auth/reset-password'>;

export const ResetPasswordPage = () => (
  <WithQueries>
    <LinkPasswordPage kind="reset" />
  </WithQueries>
);
export const SetupPasswordPage = () => (
  <WithQueries>
    <LinkPasswordPage kind="setup" />
  </WithQueries>
);

/** The two pages behind mailed links: the token is checked first, so that nobody chooses a password in vain. */
function LinkPasswordPage({ kind }: { kind: LinkKind }) {
  const { say } = useTexts();
  const token = linkToken();
  const link = useQuery({
    queryKey: ['link', kind],
    queryFn: (): Promise<Preflight & Partial<InvitationGreeting>> =>
      service.open.call(`GET /api/auth/${kind}-password`, { token: token ?? '' }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === undefined) {
    return (
      <EntryFrame title={say('link.none.title')}>
        <Stack gap="md">
          <p className="lead">{say('link.none.text')}</p>
          <ToLogin />
        </Stack>
      </EntryFrame>
    );
  }
  if (isDead(link.error)) return <DeadLink kind={kind} />;
  return (
    <EntryFrame
      tenant={link.data}
      title={link.data?.ime ? say('link.setup.hello', { name: link.data.ime }) : say(`link.${kind}.title`)}
      trouble={<TroubleBar />}
    >
      {link.isPending && <p role="status">{say('link.checking')}</p>}
      {link.isError && <ProblemNotice error={link.error} retry={() => void link.refetch()} />}
      {kind === 'setup' && link.data && <Greeting {...link.data} />}
      {link.data && <PasswordForm kind={kind} token={token} email={link.data.email} />}
    </EntryFrame>
  );
}

const isDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'token.invalid';

/** Who invites, and to which tenant, before asking anything. */
function Greeting({ invited_by, tenant_name }: Partial<InvitationGreeting> & Pick<Preflight, 'tenant_name'>) {
  const { say } = useTexts();
  return (
    <p className="greeting" dir="auto">
      {invited_by
        ? say('link.setup.by', { name: invited_by, tenant: tenant_name })
        : say('link.setup.invited', { tenant: tenant_name })}
    </p>
  );
}

function PasswordForm({ kind, token, email }: { kind: LinkKind; token: string; email: string }) {
  const { say, language } = useTexts();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const setting = useMutation({
    mutationFn: async (by: 'password' | 'passkey') => {
      if (by === 'password') return service.redeemLink(kind, { token, new_password: password });
      const options = await service.open.call('GET /api/auth/setup-password/passkey', { token });
      return service.redeemLink('setup', { token, ...(await makePasskey(options)) });
    },
    onSuccess: async (user, by) => {
      if (user === undefined)
        await navigate({ to: PAGE_PATHS.login, search: { notice: 'password-set' }, replace: true });
      else {
        setAddress(user.email); // before the page goes: what a password manager saves
        requestAnimationFrame(() => leaveFor(user, by === 'password' ? 'password' : 'other'));
      }
    },
  });
  const [address, setAddress] = useState('');
  const { form, problemOf } = useOwnValidation(() => {
    if (!setting.isPending) setting.mutate('password');
  });
  const problem = problemOf('new_password') ?? fieldProblems(setting.error, say, language).new_password;
  if (isDead(setting.error)) return <DeadLinkText kind={kind} />;
  return (
    <form {...form}>
      <Stack gap="md">
        <p className="lead">{say(`link.${kind}.text`, { email })}</p>
        {setting.isError && !problem && <ProblemNotice error={setting.error} />}
        <UserNameField email={address} />
        <NewPasswordField
          autoFocus
          label={say('link.password')}
          value={password}
          onChange={(next) => {
            setPassword(next);
            if (!setting.isPending) setting.reset();
          }}
          problem={problem}
        />
        <Button type="submit" size="md" fullWidth loading={setting.isPending && setting.variables === 'password'}>
          {say(`link.${kind}.submit`)}
        </Button>
        {kind === 'setup' && canUsePasskeys() && (
          <div>
            <Button
              variant="subtle"
              fullWidth
              leftSection={<Icon name="key" />}
              loading={setting.isPending && setting.variables === 'passkey'}
              disabled={setting.isPending}
              onClick={() => setting.mutate('passkey')}
            >
              {say('link.setup.passkey')}
            </Button>
            <p className="hint">{say('link.setup.passkey.text')}</p>
          </div>
        )}
        {kind === 'setup' && <WithAccount token={token} />}
      </Stack>
    </form>
  );
}

/** Whoever has an account joins with it: signs in, and accepts on their own page. */
function WithAccount({ token }: { token: string }) {
  const { say } = useTexts();
  const navigate = useNavigate();
  return (
    <Button
      variant="subtle"
      fullWidth
      onClick={() => {
        keepJoiningLink(token);
        wantToGoTo(`${PAGE_PATHS.profile}?tab=clanstva`);
        void navigate({ to: PAGE_PATHS.login });
      }}
    >
      {say('link.setup.account')}
    </Button>
  );
}

function DeadLink({ kind }: { kind: LinkKind }) {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('link.dead.title')}>
      <DeadLinkText kind={kind} />
    </EntryFrame>
  );
}

/** One sentence, and the one thing to do next. */
function DeadLinkText({ kind }: { kind: LinkKind }) {
  const { say } = useTexts();
  const asking = useMutation({
    mutationFn: () => service.open.call('POST /setup-password/ask', { token: linkToken() ?? '' }),
  });
  if (asking.isSuccess)
    return (
      <Stack gap="md">
        <p className="lead" role="status">
          {say('link.dead.asked')}
        </p>
        <ToLogin />
      </Stack>
    );
  return (
    <Stack gap="md">
      <p className="lead" role="alert">
        {say(`link.dead.${kind}`)}
      </p>
      {kind === 'reset' ? (
        <ButtonLink to={PAGE_PATHS.forgotPassword} size="md">
          {say('link.dead.ask')}
        </ButtonLink>
      ) : (
        <Button size="md" loading={asking.isPending} onClick={() => asking.mutate()}>
          {say('link.dead.invite')}
        </Button>
      )}
      {asking.isError && <ProblemNotice error={asking.error} />}
      <ToLogin />
    </Stack>
  );
}

function ToLogin() {
  const { say } = useTexts();
  return <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>;
}
