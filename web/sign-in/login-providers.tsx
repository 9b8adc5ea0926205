import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Item } from '../../client/route-types.ts';
import { leaveForGoogle } from '../auth/google-return.ts';
import { leaveForProvider } from '../auth/identity-return.ts';
import { service } from '../auth/service.ts';
import { GoogleButton } from '../components/form/google-button.tsx';
import { useSite } from '../components/frame/site.ts';
import { useTexts } from '../i18n/texts.ts';

/** At the bottom, so that nothing moves when it appears. Signing in by password never waits for it. */
export function LoginProviders({ busy }: { busy: boolean }) {
  const { say } = useTexts();
  const hasGoogle = Boolean(useSite()?.google_client_id);
  const [providers, setProviders] = useState<readonly Item<'GET /api/auth/identity-providers'>[]>([]);
  useEffect(() => {
    service.open.call('GET /api/auth/identity-providers').then(
      ({ items }) => setProviders(items),
      () => {},
    );
  }, []);
  if (providers.length === 0) return null;
  return (
    <>
      {!hasGoogle && <p className="or">{say('login.google.or')}</p>}
      <Stack gap="sm" mt={hasGoogle ? 'sm' : 0}>
        {providers.map(({ key, name }) => (
          <Button
            key={key}
            variant="default"
            size="md"
            fullWidth
            loading={busy}
            onClick={() => leaveForProvider(key, 'sign-in')}
          >
            {say('login.with', { name })}
          </Button>
        ))}
      </Stack>
    </>
  );
}

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
