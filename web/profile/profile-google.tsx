import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Body } from '../../client/route-types.ts';
import { googleReturnFor, leaveForGoogle } from '../auth/google-return.ts';
import { meQuery } from '../auth/me-query.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { GoogleButton } from '../components/form/google-button.tsx';
import { Section } from '../components/form/section.tsx';
import { useSite } from '../components/frame/site.ts';
import { fully } from '../components/frame/times.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { googleQuery } from './profile-queries.ts';
import { renewQuery } from './renew-query.ts';

/** Only where the operator has enabled it. */
export function ProfileGoogle() {
  const clientId = useSite()?.google_client_id;
  return clientId ? <GoogleLinking clientId={clientId} /> : null;
}

function GoogleLinking({ clientId }: { clientId: string }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const status = useQuery(googleQuery);
  const [back] = useState(() => googleReturnFor('link'));
  const [done, setDone] = useState<TextKey>();
  const renew = () => renewQuery(queries, meQuery.queryKey);
  const linking = useMutation({
    mutationFn: (proof: Body<'POST /api/auth/google'>) => service.call('POST /api/users/me/google', proof),
    onSuccess: () => {
      setDone('profile.google.linked');
      return renew();
    },
  });
  const unlinking = useMutation({
    mutationFn: () => service.call('DELETE /api/users/me/google'),
    onSuccess: () => {
      setDone('profile.google.unlinked');
      return renew();
    },
  });
  const handedIn = useRef(false);
  useEffect(() => {
    if (handedIn.current || !back || !('proof' in back)) return;
    handedIn.current = true; // it can be used only once
    linking.mutate(back.proof);
  });
  const error = linking.error ?? unlinking.error ?? status.error;
  const { data } = status;
  return (
    <Section title={say('profile.section.google')} text={say('profile.section.google.text')}>
      <Stack gap="md">
        {error && !(error instanceof NotConfirmedError) && <ProblemNotice error={error} />}
        {back && 'problem' in back && !done && <Notice kind="info">{say(`login.google.${back.problem}`)}</Notice>}
        {done && !error && <Notice kind="done">{say(done)}</Notice>}
        {data?.linked && (
          <div className="row first">
            <div>
              <strong className="long">{data.email}</strong>
              <p className="hint">
                {say('profile.google.since', { when: data.linked_at ? fully(data.linked_at, language) : '' })}
              </p>
            </div>
            <Button className="firm" variant="default" loading={unlinking.isPending} onClick={() => unlinking.mutate()}>
              {say('profile.google.unlink')}
            </Button>
          </div>
        )}
        {data?.linked === false && (
          <div>
            <GoogleButton
              label={say('profile.google.link')}
              busy={linking.isPending}
              onClick={() => leaveForGoogle(clientId, 'link')}
            />
          </div>
        )}
      </Stack>
    </Section>
  );
}
