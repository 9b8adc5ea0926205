import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { NewPasswordField } from '../components/form/new-password-field.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { Section } from '../components/form/section.tsx';
import { useProblemFocus } from '../components/form/use-typed.ts';
import { UserNameField } from '../components/form/user-name-field.tsx';
import { useTexts } from '../i18n/texts.ts';

/** The service's own text is for a re-authentication too, where a code can be wrong instead. */
const isWrong = (error: unknown): boolean => error instanceof ApiError && error.code === 'password.wrong';

const EMPTY = { current_password: '', new_password: '' };

export function ProfilePassword({ email }: { email: string }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(EMPTY);
  const changing = useMutation({
    mutationFn: () => service.call('POST /api/auth/change-password', typed),
    onSuccess: () => {
      sayDone(say('profile.password.changed'));
      setTyped(EMPTY);
      return queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const { form, problemOf } = useOwnValidation(() => {
    if (!changing.isPending) changing.mutate();
  });
  useProblemFocus(changing.error);
  const wrong = isWrong(changing.error) ? say('profile.password.wrong') : undefined;
  const problem = problemOf('new_password') ?? fieldProblems(changing.error, say, language).new_password;
  const type = (part: Partial<typeof EMPTY>) => {
    setTyped({ ...typed, ...part });
    if (!changing.isPending) changing.reset();
  };
  return (
    <Section title={say('profile.section.password')} text={say('profile.section.password.text')}>
      <form {...form}>
        <Stack gap="md">
          {changing.isError && !problem && !wrong && <ProblemNotice error={changing.error} />}
          <UserNameField email={email} />
          <div className="fields">
            <PasswordInput
              label={say('profile.password.current')}
              name="current_password"
              autoComplete="current-password"
              size="md"
              required
              withAsterisk={false}
              error={problemOf('current_password') ?? wrong}
              aria-invalid={Boolean(problemOf('current_password') ?? wrong)}
              value={typed.current_password}
              onChange={({ currentTarget }) => type({ current_password: currentTarget.value })}
              visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
            />
            <NewPasswordField
              label={say('link.password')}
              value={typed.new_password}
              onChange={(new_password) => type({ new_password })}
              problem={problem}
            />
          </div>
          <Group justify="flex-end">
            <Button type="submit" loading={changing.isPending}>
              {say('profile.password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
