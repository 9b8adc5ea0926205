import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { GoogleProof, User } from '../../client/wire-types.ts';
import { type GoogleReturn, googleReturnFor } from '../auth/google-return.ts';
import { service, takeWhereTo } from '../auth/service.ts';
import { holdsTyped } from '../auth/typed.ts';
import { Notice } from '../components/notice.tsx';
import { waitUntilOf } from '../components/trouble.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { startOf } from '../layout/navigation.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import { LoginCodeStep } from './login-code-step.tsx';
import { LoginGoogle } from './login-google.tsx';
import { LoginPasswordStep } from './login-password-step.tsx';
import type { Credentials, Refusal } from './sign-in-attempt.ts';

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
  const [typed, setTyped] = useState(NOTHING);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const proof = fromGoogle && 'proof' in fromGoogle ? fromGoogle.proof : undefined;

  const attempt = async (signIn: () => Promise<User>): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      leaveFor(await signIn());
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'login.2fa_required') return setStep('code');
      setRefusal({ error, waitUntil: waitUntilOf(error) });
    }
  };
  const withPassword = (totp?: string) => attempt(() => service.signIn({ ...typed, ...(totp ? { totp } : {}) }));
  const withGoogle = (known: GoogleProof, totp?: string) =>
    attempt(() => service.signInWithGoogle({ ...known, ...(totp ? { totp } : {}) }));
  useOnce(() => {
    if (proof) void withGoogle(proof);
  });

  if (step === 'code') {
    const another = () => {
      setStep('password');
      setRefusal(undefined);
      setTyped(NOTHING);
      setFromGoogle(undefined);
    };
    const onCode = (code: string) => (proof ? withGoogle(proof, code) : withPassword(code));
    return <LoginCodeStep refusal={refusal} busy={busy} onCode={onCode} onOtherAccount={another} />;
  }
  const reasonText = REASONS[reason];
  return (
    <EntryFrame title={say('login.title')}>
      {reasonText && !refusal && !fromGoogle && (
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
      <LoginPasswordStep
        typed={typed}
        onType={setTyped}
        refusal={refusal}
        busy={busy}
        onSubmit={() => {
          setFromGoogle(undefined);
          return withPassword();
        }}
      />
      <LoginGoogle busy={busy} />
    </EntryFrame>
  );
}

/** Once on mount: Google's response can be used only once. */
function useOnce(act: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!done.current) act();
    done.current = true;
  });
}

/** A full page load, so that nothing typed stays in memory. Whoever must change the password goes to their own page. */
function leaveFor({ must_change_pwd, tier }: User): void {
  const wanted = takeWhereTo() ?? startOf(tier);
  location.assign(must_change_pwd ? PAGE_PATHS.profile : wanted);
}
