import { Select } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { service } from '../auth/service.ts';
import { nameOrAddress } from '../components/person/erased-person.ts';
import { useTexts } from '../i18n/texts.ts';

interface PersonFilterProps {
  readonly label: string;
  /** A user id, as text. */
  readonly chosen: string | undefined;
  readonly name: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

const SHOWN = 8;

/** Finds a user by the start of any word of the name or address. */
export function PersonFilter({ label, chosen, name, onChoose }: PersonFilterProps) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<{ id: string; name: string }>();
  const [q] = useDebouncedValue(typed, 150);
  const found = useQuery({
    queryKey: ['users', 'find', q],
    queryFn: ({ signal }) => service.call('GET /api/admin/users', { q, limit: SHOWN }, signal),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const people = found.data?.items.map((one) => ({ value: String(one.id), label: nameOrAddress(one) })) ?? [];
  const own = known?.id === chosen ? known?.name : undefined;
  const current = { value: chosen ?? '', label: own ?? name ?? say('audit.person.nameless', { id: chosen ?? '' }) };
  const missing = chosen !== undefined && !people.some(({ value }) => value === chosen);
  return (
    <Select
      label={label}
      placeholder={say('audit.filter.anyPerson')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': say('audit.filter.clearPerson', { label }), 'aria-hidden': false, tabIndex: 0 }}
      data={missing ? [current, ...people] : people}
      filter={({ options }) => options}
      nothingFoundMessage={say(q.trim() === '' ? 'audit.filter.typeName' : 'audit.filter.nobody')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      value={chosen ?? null}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setKnown(id === null ? undefined : { id, name: option?.label ?? '' });
        onChoose(id ?? undefined);
      }}
    />
  );
}
