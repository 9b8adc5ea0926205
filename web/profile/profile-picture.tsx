import { Button, FileButton, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { OwnUser } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { useTexts } from '../i18n/texts.ts';

/** The chosen file; the crop that is uploaded is far smaller. Mobile browsers fail above this. */
const MOST_BYTES = 30 * 1024 * 1024;

/** Loaded with the first picture: most people never change theirs. */
const PictureCrop = lazy(() => import('./picture-crop.tsx').then((file) => ({ default: file.PictureCrop })));

/** The person's picture; nothing for those who may have none. */
export function ProfilePicture({ me }: { me: OwnUser }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<File>();
  const [problem, setProblem] = useState<'tooLarge' | 'noPicture'>();
  const changing = useMutation({
    mutationFn: (picture: Blob | null) =>
      picture
        ? service.call('POST /api/auth/me/avatar', { file: picture })
        : service.call('DELETE /api/auth/me/avatar'),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
      setChosen(undefined);
    },
  });
  const choose = (picture: File | null) => {
    if (picture === null) return;
    const fits = picture.size <= MOST_BYTES;
    setProblem(fits ? undefined : 'tooLarge');
    changing.reset();
    if (fits) setChosen(picture);
  };
  if (!me.capabilities.includes('avatar.change')) return null;
  return (
    <Section title={say('profile.section.picture')}>
      <Group gap="md" mt="md" wrap="nowrap">
        <PersonAvatar person={me} size={72} />
        <div>
          <Group gap="xs">
            <FileButton onChange={choose} accept="image/jpeg,image/png,image/webp">
              {(props) => (
                <Button {...props} variant="default" size="sm">
                  {say(me.avatar_url ? 'profile.picture.change' : 'profile.picture.upload')}
                </Button>
              )}
            </FileButton>
            {me.avatar_url && (
              <Button
                variant="subtle"
                size="sm"
                loading={changing.isPending && chosen === undefined}
                onClick={() => changing.mutate(null)}
              >
                {say('profile.picture.remove')}
              </Button>
            )}
          </Group>
          <p className="hint">{say('profile.picture.help')}</p>
        </div>
      </Group>
      {problem && <Notice kind="problem">{say(`profile.picture.${problem}`)}</Notice>}
      {changing.isError && chosen === undefined && <ProblemNotice error={changing.error} />}
      {chosen && (
        <Suspense>
          <PictureCrop
            file={chosen}
            busy={changing.isPending}
            error={changing.error}
            onCut={(picture) => changing.mutate(picture)}
            onLeave={() => setChosen(undefined)}
            onUnreadable={() => {
              setChosen(undefined);
              setProblem('noPicture');
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}
