import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { Answer, Body } from '../../client/route-types.ts';
import type { Interaction } from '../../client/wire-types.ts';
import { askForReauth, NotConfirmedError } from '../auth/reauth-question.ts';
import { viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { keepApplication } from '../auth/waiting-application.ts';
import { rememberWhereTo } from '../auth/where-to.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { Reauthentication } from '../components/dialog/reauthentication.tsx';
import { ObligationFirst } from '../components/person/obligation-first.tsx';
import { isObligation } from '../components/person/obligations.ts';
import { PolicyQuestion } from '../components/person/policy-question.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { WithQueries } from '../layout/with-queries.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { ConsentQuestion } from './consent-question.tsx';

type InteractionDecision = Body<'POST /oidc/interaction/{uid}'>;

/** Where an application sends people: others to sign in first. Whoever is signed in and has consented is forwarded at once. */
export const ApplicationSignInPage = () => (
  <WithQueries>
    <Reauthentication>
      <ApplicationSignIn />
    </Reauthentication>
  </WithQueries>
);

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'applications.interaction_gone';

function ApplicationSignIn() {
  const { say } = useTexts();
  const [{ uid = '' }] = useAddressState();
  const waiting = useQuery({
    queryKey: ['interaction', uid],
    queryFn: () => service.open.call('GET /oidc/interaction/{uid}/details', uid),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: uid !== '',
  });
  const signedIn = service.holdsSignIn();
  const navigate = useNavigate();
  const { data } = waiting;
  useEffect(() => {
    if (data === undefined) return;
    keepApplication({ uid, name: data.application.name, email: data.login_hint });
    if (signedIn) return;
    rememberWhereTo();
    void navigate({ to: PAGE_PATHS.login, replace: true });
  }, [uid, data, signedIn, navigate]);
  if (uid === '' || isGone(waiting.error)) return <Gone />;
  if (waiting.data && signedIn)
    return <Entrance uid={uid} waiting={waiting.data} onChanged={() => void waiting.refetch()} />;
  return (
    <EntryFrame title={say(waiting.isError ? 'app.broken.title' : 'applications.enter.wait')} trouble={<TroubleBar />}>
      {waiting.isError && <ProblemNotice error={waiting.error} retry={() => void waiting.refetch()} />}
    </EntryFrame>
  );
}

function Gone() {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('applications.enter.gone')}>
      <p className="lead" role="alert">
        {say('applications.enter.gone.text')}
      </p>
    </EntryFrame>
  );
}

interface EntranceProps {
  readonly uid: string;
  readonly waiting: Interaction;
  /** What the person agreed to is no longer what is asked. */
  readonly onChanged: () => void;
}

function Entrance({ uid, waiting, onChanged }: EntranceProps) {
  const { say } = useTexts();
  const stays = useRef(false);
  const deciding = useMutation({
    mutationFn: (decision: InteractionDecision) => {
      stays.current ||= decision.stay === true; // what comes after the choice does not ask for it again
      return service.call('POST /oidc/interaction/{uid}', uid, { ...decision, stay: stays.current });
    },
    onSuccess: ({ state, redirect_to }, { consent }) => {
      if (redirect_to !== null) location.replace(redirect_to);
      if (state === 'consent' && consent === true) onChanged();
    },
  });
  const refusing = useMutation({
    mutationFn: () => service.open.call('POST /oidc/interaction/{uid}/refuse', uid, {}),
    onSuccess: ({ redirect_to }) => location.replace(redirect_to),
  });
  const begun = useRef(false);
  const { mutate } = deciding;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true; // React mounts twice in development; the service is asked once
    mutate({});
  }, [mutate]);
  const error = deciding.error ?? refusing.error;
  const goOn = useCallback(() => mutate({}), [mutate]);
  if (isGone(error)) return <Gone />;
  const state = deciding.data?.state;
  return (
    <EntryFrame title={say('login.titleFor', { name: waiting.application.name })} trouble={<TroubleBar />}>
      <Stack gap="md">
        {error && !isObligation(error) && <ProblemNotice error={error} />}
        {isObligation(error) ? (
          <ObligationFirst error={error} onBack={goOn} />
        ) : (
          <NextStep
            waiting={waiting}
            state={state}
            busy={deciding.isPending || state === 'done' || refusing.isPending}
            decide={mutate}
            failed={deciding.isError}
          />
        )}
        {state !== 'done' && (state !== undefined || error) && (
          <Button variant="default" size="md" fullWidth loading={refusing.isPending} onClick={() => refusing.mutate()}>
            {say(state === 'consent' ? 'applications.enter.refuse' : 'applications.enter.back')}
          </Button>
        )}
      </Stack>
    </EntryFrame>
  );
}

interface NextStepProps {
  readonly waiting: Interaction;
  readonly state: Answer<'POST /oidc/interaction/{uid}'>['state'] | undefined;
  readonly busy: boolean;
  readonly failed: boolean;
  readonly decide: (decision: InteractionDecision) => void;
}

/** What is missing, and the one thing to do about it. */
function NextStep({ waiting, state, busy, failed, decide }: NextStepProps) {
  const { say } = useTexts();
  const { name } = waiting.application;
  const person = viewer()?.full_name ?? '';
  const confirm = useMutation({ mutationFn: askForReauth, onSuccess: () => decide({}) });
  switch (state) {
    case 'consent':
      return (
        <ConsentQuestion
          waiting={waiting}
          person={person}
          busy={busy}
          onAllow={() => decide({ consent: true, shown: waiting.shown })}
        />
      );
    case 'policy':
      return <PolicyQuestion busy={busy} onConfirmed={() => decide({})} />;
    case 'reauthenticate':
      return (
        <>
          <p className="lead">{say('applications.enter.again', { name })}</p>
          {confirm.error && !(confirm.error instanceof NotConfirmedError) && <ProblemNotice error={confirm.error} />}
          <Button size="md" fullWidth loading={busy} onClick={() => confirm.mutate()}>
            {say('applications.enter.again.act')}
          </Button>
        </>
      );
    case 'select_account':
      return <AccountChoice name={name} person={person} busy={busy} onStay={() => decide({ stay: true })} />;
    case 'other_person':
      return (
        <>
          <p className="lead">{say('applications.enter.other', { name })}</p>
          <Button size="md" fullWidth onClick={() => void leaveAndComeBack()}>
            {say('applications.enter.other.act')}
          </Button>
        </>
      );
    case 'not_admitted':
      return (
        <p className="lead" role="alert">
          {say('applications.enter.closed', { name, person })}
        </p>
      );
    default:
      return failed ? (
        <Button size="md" fullWidth loading={busy} onClick={() => decide({})}>
          {say('app.retry')}
        </Button>
      ) : (
        <p role="status">{say('applications.enter.wait')}</p>
      );
  }
}

interface AccountChoiceProps {
  readonly name: string;
  readonly person: string;
  readonly busy: boolean;
  readonly onStay: () => void;
}

function AccountChoice({ name, person, busy, onStay }: AccountChoiceProps) {
  const { say } = useTexts();
  return (
    <>
      <p className="lead" dir="auto">
        {say('applications.enter.choose', { name })} {say('applications.enter.as', { person })}
      </p>
      <Button size="md" fullWidth loading={busy} onClick={onStay}>
        {say('applications.enter.choose.stay')}
      </Button>
      <Button variant="default" size="md" fullWidth onClick={() => void leaveAndComeBack()}>
        {say('applications.enter.choose.other')}
      </Button>
    </>
  );
}

/** Signing in again leads back here. */
async function leaveAndComeBack(): Promise<void> {
  rememberWhereTo();
  await service.signOut();
}
