import { Anchor } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { OwnUser, PasskeyProof, SecondStep } from '../../client/wire-types.ts';
import { wasEndedHere } from '../auth/ended-here.ts';
import { type GoogleReturn, googleReturnFor } from '../auth/google-return.ts';
import { identityReturnFor } from '../auth/identity-return.ts';
import type { HowSignedIn } from '../auth/just-signed-in.ts';
import { forgetClub, lastClub } from '../auth/last-club.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { service } from '../auth/service.ts';
import { holdsTyped } from '../auth/typed.ts';
import { waitingApplication } from '../auth/waiting-application.ts';
import { Notice } from '../components/connection/notice.tsx';
import { waitUntilOf } from '../components/connection/waits.ts';
import { useSite } from '../components/frame/site.ts';
import { loadTexts, type TextKey, useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { dropAddress, keepAddress, keepLock, keepSecond, keptAddress, keptLock, keptSecond } from './kept-sign-in.ts';
import { leaveFor } from './leave-for.ts';
import { LoginPasswordStep } from './login-password-step.tsx';
import { LoginGoogle, LoginProviders } from './login-providers.tsx';
import type { Credentials, Refusal, SecondOf } from './sign-in-attempt.ts';

const LoginPasskey = lazy(async () => ({ default: (await import('./login-passkey.tsx')).LoginPasskey }));

/** Most people have no second factor. */
const LoginCodeStep = lazy(async () => {
  const [{ LoginCodeStep }] = await Promise.all([import('./login-code-step.tsx'), loadTexts('steps')]);
  return { default: LoginCodeStep };
});

const LoginMailedStep = lazy(async () => {
  const [{ LoginMailedStep }] = await Promise.all([import('./login-mailed-step.tsx'), loadTexts('steps')]);
  return { default: LoginMailedStep };
});

/** Few come from an application. */
const BackToApplication = lazy(async () => {
  const [{ BackToApplication }] = await Promise.all([import('./back-to-application.tsx'), loadTexts('applications')]);
  return { default: BackToApplication };
});

/** Only known values are shown, so that a link cannot inject a message. */
const REASONS: Readonly<Record<string, TextKey>> = {
  expired: 'login.reason.expired',
  unauthorized: 'login.reason.unauthorized',
};

const NOTHING: Credentials = { email: '', password: '' };

export function LoginPage() {
  const { say } = useTexts();
  const [{ reason = '', notice }] = useAddressState();
  const [fromGoogle, setFromGoogle] = useState<GoogleReturn | undefined>(() => googleReturnFor('sign-in'));
  const [fromProvider, setFromProvider] = useState(() => identityReturnFor('sign-in'));
  const [application] = useState(waitingApplication);
  const [typed, setTyped] = useState(() => ({ ...NOTHING, email: keptAddress() || (application?.email ?? '') }));
  const [mailing, setMailing] = useState(false);
  const mailsCodes = useSite()?.mail_codes === true;
  const [second, setSecond] = useState(() => (fromGoogle || fromProvider ? undefined : keptSecond()));
  const [refusal, setRefusal] = useState<Refusal | undefined>(() => keptLock(typed.email));
  const [busy, setBusy] = useState(false);
  const [club, setClub] = useState(lastClub);
  const proof = fromGoogle && 'proof' in fromGoogle ? fromGoogle.proof : undefined;

  const refuse = (error: unknown) => {
    const refused = { error, waitUntil: waitUntilOf(error) };
    keepLock(typed.email, refused);
    setRefusal(refused);
  };
  const awaitSecond = (step: SecondOf | undefined) => {
    keepSecond(step);
    setSecond(step);
  };
  const attempt = async (signIn: () => Promise<OwnUser>, how: HowSignedIn = 'other'): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      leaveFor(await signIn(), how);
    } catch (error) {
      setBusy(false);
      if (isSecondStep(error)) return awaitSecond({ ...error.members, first: how });
      if (error instanceof ApiError && error.code === 'login.pending_over') {
        awaitSecond(undefined);
        setMailing(false);
      }
      refuse(error);
    }
  };
  const withPassword = () => {
    keepAddress(typed.email);
    return attempt(() => service.signIn(typed), 'password');
  };
  const withMailedCode = (code: string) => attempt(() => service.signIn({ email: typed.email, code }));
  const ticket = fromProvider && 'ticket' in fromProvider ? fromProvider.ticket : undefined;
  /** Tells the caller of a refusal too, so that it can ask for another passkey. */
  const withPasskey = async (proven: PasskeyProof) => {
    let refused: unknown;
    await attempt(() =>
      service.signIn(proven).catch((error: unknown) => {
        refused = error;
        throw error;
      }),
    );
    if (refused !== undefined) throw refused;
  };
  useOnMount(() => {
    if (proof) void attempt(() => service.signInWithGoogle(proof));
    else if (ticket) void attempt(() => service.signIn({ ticket }));
  });

  /** A lock is of one address; another one may be free, and the first stays locked. */
  const type = (next: Credentials) => {
    if (next.email !== typed.email && (refusal === undefined || isLock(refusal))) setRefusal(keptLock(next.email));
    setTyped(next);
  };

  if (second) {
    const another = () => {
      awaitSecond(undefined);
      setMailing(false);
      setRefusal(undefined);
      dropAddress();
      setTyped(NOTHING);
      setFromGoogle(undefined);
      setFromProvider(undefined);
    };
    const complete = (proven: PasskeyProof | { readonly totp: string }) =>
      attempt(() => service.signIn({ pending: second.pending, ...proven }), second.first);
    return (
      <Suspense>
        <LoginCodeStep
          second={second}
          refusal={refusal}
          busy={busy}
          onCode={(totp) => complete({ totp })}
          onPasskey={complete}
          onProblem={refuse}
          onOtherAccount={another}
        />
      </Suspense>
    );
  }
  if (mailing) {
    const back = () => {
      setMailing(false);
      setRefusal(keptLock(typed.email));
    };
    return (
      <Suspense>
        <LoginMailedStep email={typed.email} refusal={refusal} busy={busy} onCode={withMailedCode} onBack={back} />
      </Suspense>
    );
  }
  const reasonText = reason === 'unauthorized' && wasEndedHere() ? 'login.reason.ended' : REASONS[reason];
  return (
    <EntryFrame
      title={application ? say('login.titleFor', { name: application.name }) : say('login.title')}
      tenant={club}
    >
      {reasonText && !refusal && !fromGoogle && !fromProvider && (
        <Notice kind="info">
          {say(reasonText)}
          {holdsTyped() && ` ${say('typed.waits')}`}
        </Notice>
      )}
      {notice === 'password-set' && !refusal && <Notice kind="done">{say('login.notice.passwordSet')}</Notice>}
      {proof && busy && <Notice kind="info">{say('login.google.under')}</Notice>}
      {fromGoogle && 'problem' in fromGoogle && !refusal && (
        <Notice kind="info">{say(`login.google.${fromGoogle.problem}`)}</Notice>
      )}
      {ticket && busy && <Notice kind="info">{say('login.with.under')}</Notice>}
      {fromProvider && 'problem' in fromProvider && !refusal && (
        <Notice kind="info">{say(`login.with.${fromProvider.problem}`)}</Notice>
      )}
      <LoginPasswordStep
        typed={typed}
        onType={type}
        refusal={refusal}
        busy={busy}
        onSubmit={() => {
          setFromGoogle(undefined);
          setFromProvider(undefined);
          return withPassword();
        }}
        onMailedCode={
          mailsCodes
            ? () => {
                keepAddress(typed.email);
                setRefusal(undefined);
                setMailing(true);
              }
            : undefined
        }
      />
      {canUsePasskeys() && (
        <Suspense>
          <LoginPasskey busy={busy} onProof={withPasskey} onProblem={refuse} />
        </Suspense>
      )}
      <LoginGoogle busy={busy} />
      <LoginProviders busy={busy} />
      {application && (
        <Suspense>
          <BackToApplication uid={application.uid} busy={busy} />
        </Suspense>
      )}
      {club && (
        <Anchor
          component="button"
          type="button"
          className="entry-forget"
          c="dimmed"
          size="sm"
          onClick={() => {
            forgetClub();
            setClub(undefined);
          }}
        >
          {say('login.forgetClub')}
        </Anchor>
      )}
    </EntryFrame>
  );
}

const isSecondStep = (error: unknown): error is ApiError & { readonly members: SecondStep } =>
  error instanceof ApiError && error.code === 'login.2fa_required';

const isLock = (refusal: Refusal | undefined): boolean =>
  refusal?.error instanceof ApiError && refusal.error.lockedUntil !== undefined;

/** Once on mount: Google's response can be used only once. */
function useOnMount(act: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!done.current) act();
    done.current = true;
  });
}
