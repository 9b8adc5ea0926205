import { leaveForGoogle } from '../google-return.ts';
import { GoogleButton } from '../parts/google-button.tsx';
import { useSite } from '../parts/site.ts';
import { useTexts } from '../texts/texts.ts';

/** Below all else, where it moves nothing when it turns out to be on. */
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
