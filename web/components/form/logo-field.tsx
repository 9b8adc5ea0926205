import { Button, FileButton, Group } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import '../../styles/logo-field.css';
import { useTexts } from '../../i18n/texts.ts';
import { Notice, ProblemNotice } from '../connection/notice.tsx';

/** As the service takes it. */
const MOST_BYTES = 2 * 1024 * 1024;

interface LogoFieldProps {
  /** Whose it is. */
  readonly name: string;
  readonly url: string | null;
  /** Stores a picture, or removes the one there is. */
  readonly changing: Pick<UseMutationResult<unknown, Error, File | null>, 'mutate' | 'reset' | 'isPending' | 'error'>;
}

/** Shows, changes and removes a logo. */
export function LogoField({ name, url, changing }: LogoFieldProps) {
  const { say } = useTexts();
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (picture: File | null) => {
    if (picture === null) return;
    setTooLarge(picture.size > MOST_BYTES);
    changing.reset();
    if (picture.size <= MOST_BYTES) changing.mutate(picture);
  };
  return (
    <div className="logo-field">
      <strong>{say('logo.title')}</strong>
      {url && <img src={url} alt={say('logo.alt', { name })} />}
      <p className="hint">{say('logo.help')}</p>
      {isTooLarge && <Notice kind="problem">{say('logo.tooLarge')}</Notice>}
      {changing.error && <ProblemNotice error={changing.error} />}
      <Group gap="xs">
        <FileButton onChange={choose} accept="image/jpeg,image/png,image/webp">
          {(props) => (
            <Button {...props} variant="default" loading={changing.isPending}>
              {say(url ? 'logo.change' : 'logo.upload')}
            </Button>
          )}
        </FileButton>
        {url && (
          <Button variant="subtle" disabled={changing.isPending} onClick={() => changing.mutate(null)}>
            {say('logo.remove')}
          </Button>
        )}
      </Group>
    </div>
  );
}
