import { Anchor, Button } from '@mantine/core';
import { EntryFrame } from '../entry/entry-frame.tsx';
import { PAGE_PATHS } from '../page-paths.ts';
import { useTexts } from '../texts/texts.ts';

export function MissingPage() {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('app.missing.title')}>
      <p>{say('app.missing.text')}</p>
      <Anchor href={PAGE_PATHS.home}>{say('app.missing.action')}</Anchor>
    </EntryFrame>
  );
}

/** Mostly a part that did not arrive: no network, or the service was updated meanwhile. */
export function BrokenPage() {
  const { say } = useTexts();
  return (
    <EntryFrame title={say('app.broken.title')}>
      <p>{say('app.broken.text')}</p>
      <Button onClick={() => location.reload()}>{say('app.retry')}</Button>
    </EntryFrame>
  );
}
