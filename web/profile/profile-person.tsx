import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '../../client/route-types.ts';
import type { OwnUser } from '../../client/wire-types.ts';
import { PERSON_FORM, TYPED_FIELDS } from '../../src/accounts/users/person-form.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { Section } from '../components/form/section.tsx';
import { useTyped } from '../components/form/use-typed.ts';
import { onDay } from '../components/frame/times.ts';
import { languageOf } from '../i18n/language.ts';
import { useTexts } from '../i18n/texts.ts';
import { dataCheckOf } from '../people/data-check.ts';
import { seenBy } from './seen-by.ts';

type Profile = Body<'PUT /api/auth/me'>;

/** The address changes in another section. */
const FIELDS = TYPED_FIELDS.filter((name) => name !== 'email');

/** The data that the club has of its member, each with who sees it: to correct where they stand, and to confirm once a year. */
export function ProfilePerson({ me }: { me: OwnUser }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [typed, setTyped, settle] = useTyped<Profile>('profile', {});
  const isChanged = Object.keys(typed).length > 0;
  const save = async () => {
    queries.setQueryData(meQuery.queryKey, await service.updateProfile(typed));
    settle({});
  };
  const confirming = useMutation({
    mutationFn: async () => {
      if (isChanged) await save();
      queries.setQueryData(meQuery.queryKey, await service.confirmProfile());
      return isChanged;
    },
    onSuccess: (saved) => sayDone(say(saved ? 'profile.saved' : 'profile.check.thanks')),
  });
  useSaver('profile', save);
  const problems = fieldProblems(confirming.error, say, language);
  const change = (part: Profile) => {
    setTyped({ ...typed, ...part });
    if (!confirming.isPending) confirming.reset();
  };
  const check = dataCheckOf(me);
  const when = me.checked_at === null ? '' : onDay(me.checked_at, language);
  return (
    <Section title={say(`profile.check.${check}`)} text={say(`profile.check.${check}.text`, { when })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirming.mutate();
        }}
      >
        <Stack gap="md">
          {confirming.isError && Object.keys(problems).length === 0 && <ProblemNotice error={confirming.error} />}
          <div className="fields">
            {FIELDS.map((name) => (
              <TextInput
                key={name}
                autoComplete={PERSON_FORM[name].autoComplete}
                inputMode={PERSON_FORM[name].input}
                size="md"
                label={say(`profile.${name}`)}
                description={name === 'oib' ? `${seenBy(name, say)} ${say('profile.oib.help')}` : seenBy(name, say)}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                error={problems[name]}
                value={typed[name] ?? me[name]}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
              />
            ))}
            <NativeSelect
              size="md"
              label={say('profile.preferred_language')}
              description={seenBy('preferred_language', say)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={typed.preferred_language ?? me.preferred_language}
              onChange={(event) => change({ preferred_language: languageOf(event.currentTarget.value) })}
              data={[
                { value: 'hr', label: 'Hrvatski' },
                { value: 'en', label: 'English' },
              ]}
            />
          </div>
          <p className="hint">{say('profile.seen.text')}</p>
          <Group justify="flex-end">
            <Button type="submit" loading={confirming.isPending}>
              {say(isChanged ? 'profile.check.save' : 'profile.check')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
