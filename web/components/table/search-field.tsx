import { CloseButton, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { useAtRest } from './use-at-rest.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** At most once in a rest. */
  readonly onSearch: (text: string) => void;
}

/** Searches while typing. Escape clears it, arrow down moves to the first row of the list. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { say } = useTexts();
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useAtRest((text) => {
    told.current = text;
    onSearch(text);
  });
  // Our own value coming back late is not an outside change: letters typed meanwhile stay.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput
      className="search-field"
      size="md"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => (event.key === 'Escape' ? type('') : goToRows(event))}
      leftSection={<Icon name="search" size={18} />}
      rightSection={typed !== '' && <CloseButton aria-label={say('list.clearSearch')} onClick={() => type('')} />}
    />
  );
}

function goToRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  document.querySelector<HTMLElement>('.data-table tbody tr[tabindex]')?.focus();
}
