import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ListedRecipient, User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';

const FOUND = 8;

interface RecipientPeopleProps {
  readonly recipient: ListedRecipient;
  readonly onClose: () => void;
}

/** Notes whose data somebody outside has been given. */
export function RecipientPeopleDialog({ recipient, onClose }: RecipientPeopleProps) {
  const { say } = useTexts();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, User>>(new Map());
  const [lacks, setLacks] = useState(false);
  const wanted = useDeferredValue(q.trim());
  const found = useQuery({
    queryKey: ['search', 'people', wanted, FOUND],
    queryFn: ({ signal }) => service.call('GET /api/admin/users', { q: wanted, limit: FOUND }, signal),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const saving = useMutation({
    mutationFn: () =>
      service.call('POST /api/admin/recipients/{id}/people', recipient.id, { user_ids: [...chosen.keys()] }),
    onSuccess: ({ noted }) => {
      sayDone(noted === 0 ? say('recipients.did.giveNone') : say('recipients.did.give', { count: noted }));
      onClose();
    },
  });
  const { form } = useOwnValidation(() => (chosen.size === 0 ? setLacks(true) : saving.mutate()));
  const choose = (person: User, isChosen: boolean) => {
    setLacks(false);
    setChosen((before) => {
      const after = new Map(before);
      if (isChosen) after.set(person.id, person);
      else after.delete(person.id);
      return after;
    });
  };
  const people = wanted === '' ? [] : (found.data?.items ?? []);
  return (
    <FormDialog
      title={say('recipients.give.title', { name: recipient.name })}
      width={520}
      verb={say('recipients.give.save')}
      form={form}
      saving={saving}
      problems={{}}
      onClose={onClose}
    >
      <TextInput
        size="md"
        type="search"
        label={say('recipients.give.search')}
        description={say('recipients.give.help')}
        data-autofocus
        error={lacks ? say('recipients.give.nobody') : undefined}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {wanted !== '' && found.isSuccess && people.length === 0 && <p role="status">{say('recipients.give.none')}</p>}
      {people.length > 0 && (
        <Stack gap="xs" role="group" aria-label={say('recipients.give.found')}>
          {people.map((person) => (
            <Checkbox
              key={person.id}
              label={nameOf(person)}
              description={person.email}
              checked={chosen.has(person.id)}
              onChange={(event) => choose(person, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      )}
      {chosen.size > 0 && (
        <Group gap="xs" role="group" aria-label={say('recipients.give.chosen')}>
          {[...chosen.values()].map((person) => (
            <Button
              key={person.id}
              variant="default"
              size="sm"
              rightSection={<Icon name="close" size={14} />}
              aria-label={say('recipients.give.take', { name: nameOf(person) })}
              onClick={() => choose(person, false)}
            >
              {nameOf(person)}
            </Button>
          ))}
        </Group>
      )}
    </FormDialog>
  );
}
