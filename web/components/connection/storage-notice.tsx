import { Button } from '@mantine/core';
import { useState } from 'react';
import { service } from '../../auth/service.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PAGE_PATHS } from '../../routing/pages.ts';
import { problemText } from '../form/problem-text.ts';
import { getSite, useSite } from '../frame/site.ts';
import { AnchorLink } from '../table/page-links.tsx';

/** The version of the policy last shown in this browser. */
const TOLD = 'iskaznica_told';

type Telling = { readonly state: 'idle' | 'busy' } | { readonly state: 'refused'; readonly error: unknown };

/**
 * Shown once to visitors who have not signed in: what is stored in the browser. Nothing else is stored or fetched, so
 * there is nothing to choose. It covers nothing, and signed-in users find the same on their own page.
 */
export function StorageNotice() {
  const { say, language } = useTexts();
  const version = useSite()?.policy_version;
  const [told, setTold] = useState(() => localStorage.getItem(TOLD));
  const [telling, setTelling] = useState<Telling>({ state: 'idle' });
  const agree = async () => {
    setTelling({ state: 'busy' });
    try {
      const { policy_version } = await getSite();
      await service.either.call('POST /api/gdpr/consent', { policy_version, categories: { necessary: true } });
      localStorage.setItem(TOLD, policy_version);
      setTold(policy_version);
    } catch (error) {
      setTelling({ state: 'refused', error });
    }
  };
  if (service.holdsSignIn() || (told !== null && (version === undefined || told === version))) return null;
  return (
    <section className="storage-notice" aria-label={say('storage.title')}>
      <p>
        {say('storage.text')}{' '}
        <AnchorLink to={PAGE_PATHS.policy} underline="always">
          {say('policy.link')}
        </AnchorLink>
        {telling.state === 'refused' && <span role="alert"> {problemText(telling.error, say, language)}</span>}
      </p>
      <Button variant="default" size="sm" loading={telling.state === 'busy'} onClick={() => void agree()}>
        {say('storage.ok')}
      </Button>
    </section>
  );
}
