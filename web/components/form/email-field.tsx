import { TextInput, type TextInputProps } from '@mantine/core';

/**
 * A field for an address, named `email`. Not of the type `email`: browsers refuse there what the service takes, such as letters
 * with diacritics and an invisible character that was pasted along.
 */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    type="text"
    inputMode="email"
    name="email"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    size="md"
    required
    withAsterisk={false}
    autoFocus
    {...props}
  />
);
