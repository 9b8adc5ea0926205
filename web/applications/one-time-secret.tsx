import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Notice } from '../components/connection/notice.tsx';
import { useOneTimeValue } from '../components/dialog/unsaved.ts';
import { CopyButton } from '../components/form/copy-button.tsx';
import { useTexts } from '../i18n/texts.ts';

/** A value to enter elsewhere. */
export const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="row fact">
    <div>
      <span className="hint">{label}</span>
      <p>
        <code className="long">{value}</code>
      </p>
    </div>
    <CopyButton text={value} />
  </div>
);

/** It cannot be shown again, so it stays until somebody confirms that it is stored. */
export function OneTimeSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  const { say } = useTexts();
  useOneTimeValue('secret');
  const here = useRef<HTMLElement>(null);
  useEffect(() => here.current?.focus(), []); // far above the button that issued it
  return (
    <section ref={here} tabIndex={-1} data-autofocus className="card" aria-label={say('applications.secret')}>
      <Stack gap="md" align="flex-start">
        <Notice kind="warning">{say('applications.secret.once')}</Notice>
        <Fact label={say('applications.secret')} value={secret} />
        <Button variant="default" onClick={onStored}>
          {say('applications.secret.stored')}
        </Button>
      </Stack>
    </section>
  );
}
