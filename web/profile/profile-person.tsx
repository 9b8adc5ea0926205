import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnUser, Profile } from '../../client/wire-types.ts';
import { PERSON_FORM, TYPED_FIELDS } from '../../src/accounts/users/person-form.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { ReadyButton } from '../components/form/ready-button.tsx';
import { Section } from '../components/form/section.tsx';
import { useTyped } from '../components/form/use-typed.ts';
import { languageOf } from '../i18n/language.ts';
import { useTexts } from '../i18n/texts.ts';
import { ProfilePicture } from './profile-picture.tsx';

/** The address changes in another section. */
const FIELDS = TYPED_FIELDS.filter((name) => name !== 'email');

export function ProfilePerson({ me }: { me: OwnUser }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [typed, setTyped, settle] = useTyped<Profile>('profile', {});
  const saving = useMutation({
    mutationFn: () => service.updateProfile(typed),
    onSuccess: (user) => {
      queries.setQueryData(meQuery.queryKey, user);
      settle({});
    },
  });
  useSaver('profile', () => saving.mutateAsync());
  const problems = fieldProblems(saving.error, say, language);
  const change = (part: Profile) => {
    setTyped({ ...typed, ...part });
    if (!saving.isPending) saving.reset();
  };
  return (
    <Section title={say('profile.section.person')} text={say('profile.section.person.text')}>
      <ProfilePicture me={me} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack gap="md" mt="lg">
          {saving.isError && Object.keys(problems).length === 0 && <ProblemNotice error={saving.error} />}
          <div className="fields">
            {FIELDS.map((name) => (
              <TextInput
                key={name}
                autoComplete={PERSON_FORM[name].autoComplete}
                inputMode={PERSON_FORM[name].input}
                size="md"
                label={say(`profile.${name}`)}
                description={name === 'oib' ? say('profile.oib.help') : undefined}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                error={problems[name]}
                value={typed[name] ?? me[name]}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
              />
            ))}
            <NativeSelect
              size="md"
              label={say('profile.preferred_language')}
              value={typed.preferred_language ?? me.preferred_language}
              onChange={(event) => change({ preferred_language: languageOf(event.currentTarget.value) })}
              data={[
                { value: 'hr', label: 'Hrvatski' },
                { value: 'en', label: 'English' },
              ]}
            />
          </div>
          {saving.isSuccess && <Notice kind="done">{say('app.saved')}</Notice>}
          <Group justify="flex-end">
            <ReadyButton type="submit" loading={saving.isPending} ready={Object.keys(typed).length > 0}>
              {say('app.save')}
            </ReadyButton>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
