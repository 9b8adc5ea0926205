import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedUser, User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { InDrawerFoot } from '../components/drawer/drawer-foot.tsx';
import { type Say, useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { InviteLinkDialog } from '../people/invite-link.tsx';
import { nameOf, personPartKey, personQuery, USERS_KEY } from '../people/people-queries.ts';
import { personActs } from '../people/person-acts.ts';
import { useActing } from '../people/use-acting.ts';

type Asked = 'invite' | 'password' | 'twoFactor' | 'passkeys';

/** Access to the account: invitation, password reset, two-factor, suspension. */
export function PersonAccess({ person }: { person: ManagedUser }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const { act, busyWith } = useActing();
  const [asked, setAsked] = useState<Asked>();
  const acts = personActs(person, say);
  const inviting = useMutation({
    mutationFn: () => service.call('POST /api/admin/users/{id}/invite', person.id),
    onSuccess: () =>
      queries.setQueryData(personQuery(person.id).queryKey, (before) =>
        before?.status === 'invited' ? { ...before, invitation: 'pending' as const } : before,
      ),
    onError: (error) => sayRefused(error, say, language),
    onSettled: () =>
      Promise.all(
        [[USERS_KEY], ['invitations'], personPartKey(person.id, 'mails'), personPartKey(person.id, 'records')].map(
          (queryKey) => queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  // The drawer asks for the person first: viewing them is recorded, and the passkeys are part of that viewing.
  const { isSuccess: isOpen } = useQuery({ ...personQuery(person.id), enabled: false });
  const { data: passkeys } = useQuery({
    queryKey: personPartKey(person.id, 'passkeys'),
    queryFn: async () => (await service.call('GET /api/admin/users/{id}/passkeys', person.id)).items,
    refetchOnWindowFocus: false,
    enabled: isOpen,
  });
  const { actions } = person;
  const hint = invitationHint(person);
  const isInvited = person.status === 'invited';
  const confirm = () => {
    if (asked === 'invite') inviting.mutate();
    if (asked === 'password') act(acts.resetPassword());
    if (asked === 'twoFactor') act(acts.resetTwoFactor());
    if (asked === 'passkeys') act(acts.resetPasskeys());
    setAsked(undefined);
  };
  return (
    <section className="person-part" aria-label={say('users.access')}>
      <h3>{say('users.access')}</h3>
      {actions.includes('reset_password') && (
        <ActRow
          title={say('users.access.password')}
          text={say('users.access.password.text')}
          verb={say('users.act.password')}
          busy={busyWith === 'password'}
          onAct={() => setAsked('password')}
        />
      )}
      <ActRow
        title={say('users.access.invite')}
        text={say(`users.access.invite.${hint}`)}
        {...(isInvited ? {} : { verb: say('users.act.invite') })}
        busy={inviting.isPending}
        onAct={() => (person.status === 'active' ? setAsked('invite') : inviting.mutate())}
      />
      <ActRow
        title={say('users.access.twoFactor')}
        text={say(person.two_factor_enabled ? 'users.access.twoFactor.on' : 'users.access.twoFactor.off')}
        {...(actions.includes('reset_two_factor') ? { verb: say('users.act.twoFactor') } : {})}
        busy={busyWith === 'twoFactor'}
        onAct={() => setAsked('twoFactor')}
      />
      {passkeys && passkeys.length > 0 && (
        <ActRow
          title={say('users.access.passkeys')}
          text={passkeys
            .map(({ name, second_step_only }) =>
              second_step_only ? `${name} (${say('users.access.passkeys.secondOnly')})` : name,
            )
            .join(', ')}
          {...(actions.includes('reset_passkeys') ? { verb: say('users.act.passkeys') } : {})}
          busy={busyWith === 'passkeys'}
          onAct={() => setAsked('passkeys')}
        />
      )}
      <InDrawerFoot>
        {actions.includes('suspend') && (
          <Button
            variant="default"
            className="act-suspend"
            title={say('users.access.suspend.text')}
            loading={busyWith === 'suspend'}
            onClick={() => act(acts.suspend())}
          >
            {say('users.act.suspend')}
          </Button>
        )}
        {isInvited && (
          <Button loading={inviting.isPending} onClick={() => inviting.mutate()}>
            {say(hint === 'pending' ? 'users.act.inviteAgain' : 'users.act.invite')}
          </Button>
        )}
      </InDrawerFoot>
      {asked && (
        <QuestionDialog
          title={say(`users.ask.${asked}.title`)}
          confirm={say(`users.act.${asked}`)}
          danger={asked === 'twoFactor' || asked === 'passkeys'}
          {...(asked === 'twoFactor' ? { typed: typedWordFor(person, say) } : {})}
          onConfirm={confirm}
          onClose={() => setAsked(undefined)}
        >
          {say(`users.ask.${asked}.text`, { name: nameOf(person), email: person.email })}
        </QuestionDialog>
      )}
      {inviting.data && (
        <InviteLinkDialog invitation={inviting.data} email={person.email} onClose={() => inviting.reset()} />
      )}
    </section>
  );
}

/** Which text explains what an invitation would do. */
function invitationHint({ status, invitation }: ManagedUser): 'unsent' | 'pending' | 'text' {
  if (status !== 'invited') return 'text';
  return invitation === 'none' ? 'unsent' : 'pending';
}

const MOST_LETTERS = 60;

/** What must be typed before something irreversible: the name, or the address when the name is hard to type. */
function typedWordFor({ full_name, email }: User, say: Say): { label: string; word: string } {
  const typeable =
    full_name !== '' && full_name.length <= MOST_LETTERS && /^[\p{Script=Latin}\p{M}' .-]+$/u.test(full_name);
  const word = typeable ? full_name : email;
  return { label: say(typeable ? 'users.ask.typeName' : 'users.ask.typeEmail', { word }), word };
}
