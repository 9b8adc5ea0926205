import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Item } from '../../client/route-types.ts';
import { identityReturnFor, leaveForProvider } from '../auth/identity-return.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { identitiesQuery } from './profile-queries.ts';
import { renewQuery } from './renew-query.ts';

/** An identity provider, and whether the caller's account is linked to one there. */
type OwnIdentity = Item<'GET /api/users/me/identities'>;

/** The identity providers by which one may sign in here; nothing where there are none. */
export function ProfileIdentities() {
  const { say } = useTexts();
  const queries = useQueryClient();
  const { data: identities = [], error: unread } = useQuery(identitiesQuery);
  const [back] = useState(() => identityReturnFor('link'));
  const [done, setDone] = useState('');
  const renew = () => renewQuery(queries, identitiesQuery.queryKey);
  const linking = useMutation({
    mutationFn: (ticket: string) => service.call('POST /api/users/me/identities', { ticket }),
    onSuccess: ({ name }) => {
      setDone(say('profile.identities.linked', { name }));
      return renew();
    },
  });
  const unlinking = useMutation({
    mutationFn: ({ key }: OwnIdentity) => service.call('DELETE /api/users/me/identities/{key}', key),
    onSuccess: (_, { name }) => {
      setDone(say('profile.identities.unlinked', { name }));
      return renew();
    },
  });
  const handedIn = useRef(false);
  useEffect(() => {
    if (handedIn.current || !back || !('ticket' in back)) return;
    handedIn.current = true; // it can be used only once
    linking.mutate(back.ticket);
  });
  const error = linking.error ?? unlinking.error ?? unread;
  if (identities.length === 0 && !back) return null;
  return (
    <Section title={say('profile.identities')} text={say('profile.identities.text')}>
      <Stack gap="md">
        {error && !(error instanceof NotConfirmedError) && <ProblemNotice error={error} />}
        {back && 'problem' in back && !done && <Notice kind="info">{say(`login.with.${back.problem}`)}</Notice>}
        {done && !error && <Notice kind="done">{done}</Notice>}
        <div>
          {identities.map((identity, place) => (
            <IdentityRow
              key={identity.key}
              identity={identity}
              first={place === 0}
              busy={unlinking.isPending || linking.isPending}
              onUnlink={() => {
                linking.reset();
                unlinking.mutate(identity);
              }}
            />
          ))}
        </div>
      </Stack>
    </Section>
  );
}

interface IdentityRowProps {
  readonly identity: OwnIdentity;
  readonly first: boolean;
  readonly busy: boolean;
  readonly onUnlink: () => void;
}

function IdentityRow({ identity, first, busy, onUnlink }: IdentityRowProps) {
  const { say, language } = useTexts();
  const { key, name, linked, email, linked_at } = identity;
  const since = linked_at ? say('profile.google.since', { when: fully(linked_at, language) }) : '';
  return (
    <div className={first ? 'row first' : 'row'}>
      <div>
        <strong className="long">{name}</strong>
        <p className="hint long">
          {linked ? [email, since].filter(Boolean).join(' · ') : say('profile.identities.none')}
        </p>
      </div>
      <Button
        className="firm"
        variant="default"
        disabled={busy}
        onClick={linked ? onUnlink : () => leaveForProvider(key, 'link')}
        aria-label={`${say(linked ? 'profile.google.unlink' : 'profile.identities.link')}: ${name}`}
      >
        {say(linked ? 'profile.google.unlink' : 'profile.identities.link')}
      </Button>
    </div>
  );
}
