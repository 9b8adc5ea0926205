import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { service } from '../auth/service.ts';
import { takeWhereTo } from '../auth/where-to.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Whoever came from an application may return to it without signing in. */
export function BackToApplication({ uid, busy }: { uid: string; busy: boolean }) {
  const { say } = useTexts();
  const [error, setError] = useState<unknown>();
  const goBack = async () => {
    try {
      const { redirect_to } = await service.open.call('POST /oidc/interaction/{uid}/refuse', uid, {});
      takeWhereTo();
      location.replace(redirect_to);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      {error !== undefined && <ProblemNotice error={error} />}
      <Anchor component="button" type="button" className="entry-other" disabled={busy} onClick={() => void goBack()}>
        {say('applications.enter.back')}
      </Anchor>
    </>
  );
}
