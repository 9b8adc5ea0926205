import { Anchor, Button } from '@mantine/core';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { EntryFrame } from './entry-frame.tsx';

export function MissingPage() {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('app.missing.title')}>
      <p className="lead">{say('app.missing.text')}</p>
      <Anchor href={PAGE_PATHS.home} mt="md" display="inline-block">
        {say('app.missing.action')}
      </Anchor>
    </EntryFrame>
  );
}

/** Usually a chunk that did not load: no network, or the service was updated meanwhile. */
export function BrokenPage() {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('app.broken.title')}>
      <p className="lead">{say('app.broken.text')}</p>
      <Button onClick={() => location.reload()}>{say('app.retry')}</Button>
    </EntryFrame>
  );
}
