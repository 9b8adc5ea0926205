import { leaveForGoogle } from '../auth/google-return.ts';
import { GoogleButton } from '../components/form/google-button.tsx';
import { useSite } from '../components/frame/site.ts';
import { useTexts } from '../i18n/texts.ts';

/** At the bottom, so that nothing moves when it appears. */
export function LoginGoogle({ busy }: { busy: boolean }) {
  const { say } = useTexts();
  const clientId = useSite()?.google_client_id;
  if (!clientId) return null;
  return (
    <>
      <p className="or">{say('login.google.or')}</p>
      <GoogleButton
        label={say('login.google')}
        fullWidth
        busy={busy}
        onClick={() => leaveForGoogle(clientId, 'sign-in')}
      />
    </>
  );
}
