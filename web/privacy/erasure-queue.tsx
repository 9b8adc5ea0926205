import { Button } from '@mantine/core';
import '../styles/people.css';
import { useQuery } from '@tanstack/react-query';
import type { QueuedErasure } from '../../client/wire-types.ts';
import type { ErasureColumn } from '../../src/privacy/personal-data/list-erasures.ts';
import { service } from '../auth/service.ts';
import { onDay } from '../components/frame/times.ts';
import { DaysRing } from '../components/person/days-ring.tsx';
import { deadlineOf } from '../components/person/deadline.ts';
import { addressOf } from '../components/person/erased-person.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import type { Column } from '../components/table/data-table.tsx';
import { FilterSelect } from '../components/table/filter-select.tsx';
import { ListPage } from '../components/table/list-page.tsx';
import { ButtonLink } from '../components/table/page-links.tsx';
import { StateTabs } from '../components/table/state-tabs.tsx';
import { CutText, DenseName, When } from '../components/table/table-cells.tsx';
import type { TableOptions } from '../components/table/table-layout.ts';
import { useList } from '../components/table/use-list.ts';
import { useTableLayout } from '../components/table/use-table-layout.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import {
  ERASURE_ORIGINS,
  ERASURE_STATES,
  type ErasureState,
  originWord,
  personOf,
  StatePill,
  stateWord,
} from './erasure-words.tsx';
import { ERASURES, waitingQuery } from './privacy-queries.ts';

const SORTS = ['-created', 'created', 'due', '-due'] as const;
const BY_DEADLINE = { up: 'due', down: '-due' } as const;

const QUEUE_TABLE: TableOptions = {
  name: 'erasures',
  roomy: ['left', 'origin', 'requested', 'when'],
  dense: ['left', 'email', 'origin', 'requested', 'when'],
  kept: ['status', 'origin', 'tenant_id', 'sort'],
  cleared: [],
};

export function ErasureQueue() {
  const { say, language } = useTexts();
  const [state, change] = useAddressState();
  const status = ERASURE_STATES.find((known) => known === state.status) ?? 'pending';
  const usual = status === 'pending' ? 'due' : '-created';
  const sort = SORTS.find((known) => known === state.sort) ?? usual;
  const tenantId = Number(state.tenant_id) || undefined;
  const of = tenantId === undefined ? {} : { tenant_id: tenantId };
  const origin = ERASURE_ORIGINS.find((known) => known === state.origin);
  const wanted = { ...of, ...(origin === undefined ? {} : { origin }), status, sort };
  const list = useList([...ERASURES, 'list', wanted], (cursor) =>
    service.call('GET /api/admin/gdpr/erasure-requests', { ...wanted, cursor }),
  );
  const pending = useQuery(waitingQuery('pending', of)).data;
  const failed = useQuery(waitingQuery('failed', of)).data;
  const tableLayout = useTableLayout(QUEUE_TABLE);
  const { layout } = tableLayout;
  const columns = columnsFor({ status, say, language, dense: layout.dense });
  const waiting: Partial<Record<ErasureState, number | undefined>> = { pending, failed };
  const tabs = ERASURE_STATES.map((value) => ({
    value,
    text: stateWord(say, value),
    ...(waiting[value] ? { waiting: waiting[value] } : {}),
  }));
  return (
    <ListPage
      title={say('privacy.title')}
      text={say('privacy.text')}
      label={say('privacy.table', { state: stateWord(say, status) })}
      list={list}
      tableLayout={tableLayout}
      fileName={say('privacy.file')}
      fetchFile={(asked) => service.file('GET /api/admin/gdpr/erasure-requests/export', { ...wanted, ...asked })}
      actions={
        <>
          <ButtonLink to={PAGE_PATHS.recipients} variant="default">
            {say('privacy.recipients.all')}
          </ButtonLink>
          <ButtonLink to={PAGE_PATHS.policy} variant="default">
            {say('policy.link')}
          </ButtonLink>
        </>
      }
      columns={columns}
      sorting={{ by: sort, onSort: (by) => change({ sort: by === usual ? undefined : by }) }}
      nameOf={(row) => personOf(say, row)}
      onOpen={({ id }) => change({ request: String(id) }, { asNewStep: true })}
      empty={
        <NothingHere status={status} narrowed={origin !== undefined} onClear={() => change({ origin: undefined })} />
      }
    >
      <StateTabs label={say('privacy.tabs')} member="status" tabs={tabs} />
      <search className="list-filters">
        <FilterSelect
          label={say('column.origin')}
          value={origin ?? ''}
          onChoose={(origin) => change({ origin })}
          none={say('privacy.origin.any')}
          options={ERASURE_ORIGINS.map((value) => ({ value, label: originWord(say, { origin: value }) }))}
        />
      </search>
    </ListPage>
  );
}

interface QueueColumnsProps {
  readonly status: ErasureState;
  readonly say: Say;
  readonly language: Language;
  readonly dense: boolean;
}

const columnsFor = ({ status, say, language, dense }: QueueColumnsProps): Column<QueuedErasure, ErasureColumn>[] => [
  ...(status === 'pending'
    ? [
        {
          key: 'left',
          head: say('privacy.column.left'),
          width: 116,
          narrowWidth: 104,
          sort: BY_DEADLINE,
          file: ['due' as const],
          show: (row: QueuedErasure) => <DaysRing deadline={deadlineOf(row)} line={dense} />,
        },
      ]
    : []),
  {
    key: 'person',
    always: true,
    head: say('column.person'),
    grows: true,
    file: ['person', ...(dense ? [] : ['email' as const]), 'status'],
    show: (row) => (dense ? <DensePerson row={row} /> : <PersonCell row={row} />),
  },
  {
    key: 'email',
    head: say('column.email'),
    width: 232,
    wideOnly: 'laptop',
    show: (row) => <CutText text={addressOf(row) || say('person.erased')} />,
  },
  {
    key: 'origin',
    head: say('column.origin'),
    width: 208,
    wideOnly: 'tablet',
    show: (row) => <span className="one-line">{originWord(say, row)}</span>,
  },
  {
    key: 'requested',
    head: say('column.requested'),
    width: 132,
    sort: { up: 'created', down: '-created', first: 'down' },
    wideOnly: true,
    show: ({ requested_at }) => <Day of={requested_at} language={language} />,
  },
  {
    key: 'when',
    head: say(status === 'pending' ? 'column.due' : 'column.from'),
    width: 132,
    narrowWidth: 112,
    ...(status === 'pending' ? { sort: BY_DEADLINE } : {}),
    wideOnly: status === 'pending',
    file: [status === 'pending' ? 'due' : 'since'],
    show: (row) => <Day of={whenOf(row)} language={language} />,
  },
];

const Day = ({ of: at, language }: { of: string; language: Language }) => (
  <When at={at} words={onDay(at, language)} language={language} />
);

/** When it entered its current state. */
const whenOf = (row: QueuedErasure): string =>
  row.status === 'pending'
    ? row.due_at
    : (row.completed_at ?? row.failed_at ?? row.cancelled_at ?? row.decided_at ?? row.requested_at);

function DensePerson({ row }: { row: QueuedErasure }) {
  const { say } = useTexts();
  return (
    <span className="person-cell">
      <DenseName words={personOf(say, row)} />
      {row.legal_hold_at !== null && row.status === 'pending' && <StatePill state="held" />}
    </span>
  );
}

function PersonCell({ row }: { row: QueuedErasure }) {
  const { say } = useTexts();
  const name = personOf(say, row);
  return (
    <span className="person-cell">
      <PersonAvatar person={{ id: row.user_id, full_name: row.full_name, avatar_url: null }} />
      <span>
        <strong dir="auto">{name}</strong>
        <span className="hint">{addressOf(row) || say('person.erased')}</span>
      </span>
      {row.legal_hold_at !== null && row.status === 'pending' && <StatePill state="held" />}
    </span>
  );
}

interface NothingHereProps {
  readonly status: ErasureState;
  readonly narrowed: boolean;
  readonly onClear: () => void;
}

function NothingHere({ status, narrowed, onClear }: NothingHereProps) {
  const { say } = useTexts();
  if (narrowed)
    return (
      <>
        <p role="status">{say('list.nothing')}</p>
        <Button variant="default" onClick={onClear}>
          {say('list.clear')}
        </Button>
      </>
    );
  if (status !== 'pending') return <p>{say(`privacy.empty.${status}`)}</p>;
  return (
    <>
      <strong>{say('privacy.empty.title')}</strong>
      <p>{say('privacy.empty.text')}</p>
    </>
  );
}
