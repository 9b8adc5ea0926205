import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AuditItem } from '../../client/wire-types.ts';
import { DayField } from '../components/form/day-field.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import type { AddressState } from '../routing/pages.ts';
import { ActionFilter } from './action-filter.tsx';
import { AUDIT_FILTERS, type AuditFilterName, SPANS } from './audit-query.ts';
import { PersonFilter } from './person-filter.tsx';

type Narrow = (filters: Partial<Record<AuditFilterName | 'sort', string | undefined>>) => void;

interface AuditFiltersProps {
  readonly state: AddressState;
  readonly change: Narrow;
  /** Where the names of selected people are looked up. */
  readonly records: readonly AuditItem[];
}

export const noFilters = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, undefined]));

/** The filters of the log; all of them live in the URL. */
export function AuditFilters({ state, change, records }: AuditFiltersProps) {
  const { say } = useTexts();
  const [more, setMore] = useState(false);
  const count = AUDIT_FILTERS.filter((name) => name !== 'q' && name !== 'action' && state[name]).length;
  const filtered = AUDIT_FILTERS.some((name) => state[name]);
  const nameOf = (id: string | undefined) =>
    records.flatMap(({ actor_id, actor_name, user_id, user_name }) => [
      ...(String(actor_id) === id ? [actor_name] : []),
      ...(String(user_id) === id ? [user_name] : []),
    ])[0] ?? undefined;
  const serviceNamed = (id: string) => records.find(({ service }) => service?.id === id)?.service?.name ?? id;
  return (
    <search className="audit-filters">
      <SearchField
        label={say('audit.filter.q')}
        placeholder={say('audit.filter.q')}
        value={state.q ?? ''}
        onSearch={(q) => change({ q })}
      />
      <ActionFilter action={state.action} onChoose={(action) => change({ action })} />
      <Button
        className="audit-more-button"
        variant="default"
        size="md"
        aria-expanded={more}
        onClick={() => setMore((shown) => !shown)}
      >
        {count > 0 ? say('audit.filter.moreChosen', { count }) : say('audit.filter.more')}
      </Button>
      <div className="audit-more" data-shown={more || undefined}>
        <PersonFilter
          label={say('audit.filter.person')}
          chosen={state.person}
          name={nameOf(state.person)}
          onChoose={(person) => change({ person })}
        />
        <PersonFilter
          label={say('audit.filter.actor')}
          chosen={state.actor}
          name={nameOf(state.actor)}
          onChoose={(actor) => change({ actor })}
        />
        <SpanFilter state={state} change={change} />
        <DayFilter name="from" state={state} change={change} />
        <DayFilter name="to" state={state} change={change} />
        <IpFilter ip={state.ip ?? ''} onChoose={(ip) => change({ ip })} />
        <NativeSelect
          label={say('audit.sort')}
          value={state.sort === 'created' ? 'created' : ''}
          onChange={(event) => change({ sort: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: say('audit.sort.newest') },
            { value: 'created', label: say('audit.sort.oldest') },
          ]}
        />
        {state.service !== undefined && (
          <Button
            variant="default"
            onClick={() => change({ service: undefined })}
            rightSection={<Icon name="close" size={16} />}
          >
            {say('audit.filter.service', { name: serviceNamed(state.service) })}
          </Button>
        )}
        {filtered && (
          <Button variant="subtle" className="audit-clear" onClick={() => change(noFilters)}>
            {say('list.clear')}
          </Button>
        )}
      </div>
    </search>
  );
}

interface TimeFilterProps {
  readonly state: AddressState;
  readonly change: Narrow;
}

function SpanFilter({ state, change }: TimeFilterProps) {
  const { say } = useTexts();
  return (
    <NativeSelect
      label={say('audit.filter.span')}
      data-narrows={state.span ? true : undefined}
      value={state.span ?? ''}
      onChange={(event) => change({ span: event.currentTarget.value || undefined, from: undefined, to: undefined })}
      data={[
        { value: '', label: say(state.from || state.to ? 'audit.span.days' : 'audit.span.any') },
        ...SPANS.map((value) => ({ value, label: say(`audit.span.${value}`) })),
      ]}
    />
  );
}

function DayFilter({ name, state, change }: TimeFilterProps & { readonly name: 'from' | 'to' }) {
  const { say } = useTexts();
  const day = state[name] ?? '';
  return (
    <DayField
      label={say(`audit.filter.${name}`)}
      day={day}
      error={name === 'to' && day !== '' && state.from && day < state.from ? say('audit.filter.to.wrong') : undefined}
      onChoose={(chosen) => change({ [name]: chosen, span: undefined })}
    />
  );
}

/** Looks like an IPv4 or IPv6 address. */
const ADDRESS = /^(?:[\d.]{7,15}|[\da-f.]*:[\da-f:.]*)$/i;

/** Applied on blur, because part of an address means nothing. */
function IpFilter({ ip, onChoose }: { ip: string; onChoose: (ip: string) => void }) {
  const { say } = useTexts();
  const [typed, setTyped] = useState<string>();
  const choose = () => {
    if (typed !== undefined && typed.trim() !== ip) onChoose(typed.trim());
    setTyped(undefined);
  };
  return (
    <TextInput
      label={say('audit.filter.ip')}
      placeholder="192.0.2.10"
      data-narrows={ip !== '' || undefined}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? ip}
      error={typed === undefined && ip !== '' && !ADDRESS.test(ip) ? say('audit.filter.ip.wrong') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={choose}
      onKeyDown={(event) => event.key === 'Enter' && choose()}
    />
  );
}
