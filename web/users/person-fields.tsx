import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import { PERSON_FORM, TYPED_FIELDS, type TypedField } from '../../src/accounts/users/person-form.ts';
import { fieldProblems, problemText } from '../components/form/problem-text.ts';
import { type Language, languageOf } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';

/** The name comes first. */
const NAMES = ['ime', 'prezime'] as const;
const FIELDS: readonly TypedField[] = [...NAMES, ...TYPED_FIELDS.filter((name) => !NAMES.some((one) => one === name))];

export type Fields = Readonly<Record<TypedField, string>> & { readonly preferred_language: Language };

/** Nothing typed yet. */
export const BLANK_FIELDS: Fields = {
  ...(Object.fromEntries(FIELDS.map((name) => [name, ''])) as Record<TypedField, string>), // every one of them
  preferred_language: 'hr',
};

interface PersonFieldsProps {
  readonly values: Fields;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<Fields>) => void;
  /** Shown under a field. */
  readonly help?: Partial<Record<TypedField, string | undefined>>;
  readonly autoFocus?: boolean;
}

/** The person's details, as fields. */
export function PersonFields({ values, problems, onChange, help = {}, autoFocus = false }: PersonFieldsProps) {
  const { say } = useTexts();
  return (
    <>
      {FIELDS.map((name, index) => (
        <TextInput
          key={name}
          autoComplete="off"
          inputMode={PERSON_FORM[name].input}
          size="md"
          dir="auto"
          label={say(`users.field.${name}`)}
          required={PERSON_FORM[name].required}
          withAsterisk={false}
          description={help[name]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={problems[name]}
          data-autofocus={(autoFocus && index === 0) || undefined}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      <NativeSelect
        size="md"
        label={say('users.field.preferred_language')}
        value={values.preferred_language}
        onChange={(event) => onChange({ preferred_language: languageOf(event.currentTarget.value) })}
        data={[
          { value: 'hr', label: 'Hrvatski' },
          { value: 'en', label: 'English' },
        ]}
      />
    </>
  );
}

interface TenantSelectProps {
  readonly value: string;
  readonly help?: string;
  readonly problem?: string | undefined;
  readonly onChange: (id: string) => void;
}

/** For whoever reaches several tenants. */
export function TenantSelect({ value, help, problem, onChange }: TenantSelectProps) {
  const { say } = useTexts();
  const { data: tenants = [] } = useQuery(tenantsQuery);
  return (
    <NativeSelect
      size="md"
      label={say('column.tenant')}
      description={help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={problem}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

/** Errors by field; a taken address is an error of the address. */
export function personProblems(error: unknown, say: Say, language: Language): Record<string, string> {
  if (error instanceof ApiError && error.code === 'users.email_taken')
    return { email: problemText(error, say, language) };
  return fieldProblems(error, say, language);
}
