import { Button } from '@mantine/core';
import '../styles/audit.css';
import '../styles/people.css';
import '../styles/mails.css';
import { useMemo } from 'react';
import type { ListedMail } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { FilterSelect } from '../components/table/filter-select.tsx';
import { ListPage } from '../components/table/list-page.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTableLayout } from '../components/table/use-table-layout.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { MAILS_TABLE, mailColumns, whomOf } from './mail-columns.tsx';
import { MailDetails } from './mail-details.tsx';
import { MAIL_FILTERS, MailHealth } from './mail-health.tsx';

const AT_ONCE = 50;
const LOOK_EVERY_MS = 15_000;

/** What the service has sent, and what it could not send. */
export function MailsPage() {
  const { say, language } = useTexts();
  const [state, change] = useAddressState();
  const chosen = MAIL_FILTERS.find((one) => one === state.state);
  const q = state.q ?? '';
  const tenantId = Number(state.tenant_id) || undefined;
  const sort = state.sort === 'created' ? ('created' as const) : undefined;
  const wanted = {
    ...(sort === undefined ? {} : { sort }),
    ...(chosen === undefined ? {} : { state: chosen }),
    ...(q === '' ? {} : { q }),
    ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
  };
  const list = useList<ListedMail>(
    ['mails', chosen, q, tenantId, sort],
    (cursor) => service.call('GET /api/admin/mails', { ...wanted, limit: AT_ONCE, cursor }),
    { refetchEvery: LOOK_EVERY_MS },
  );
  const { opened, open, close } = useOpened('mail');
  const tableLayout = useTableLayout(MAILS_TABLE);
  const { layout } = tableLayout;
  const columns = useMemo(() => mailColumns({ say, language, dense: layout.dense }), [say, language, layout.dense]);
  return (
    <>
      <ListPage
        title={say('mails.title')}
        text={say('mails.text')}
        list={list}
        tableLayout={tableLayout}
        fileName={say('mails.file')}
        fetchFile={(asked) => service.file('GET /api/admin/mails/export', { ...wanted, ...asked })}
        columns={columns}
        nameOf={whomOf}
        openId={Number(opened) || undefined}
        onOpen={({ id }) => open(String(id))}
        sorting={{ by: sort ?? '-created', onSort: (by) => change({ sort: by === 'created' ? by : undefined }) }}
        empty={
          <>
            <p role="status">
              {q === ''
                ? say(chosen === undefined ? 'mails.empty' : 'mails.emptyState')
                : say('mails.emptySearch', { q })}
            </p>
            {(chosen !== undefined || q !== '') && (
              <Button variant="default" onClick={() => change({ state: undefined, q: undefined })}>
                {say('mails.showAll')}
              </Button>
            )}
          </>
        }
      >
        <MailHealth onShow={(wanted) => change({ state: wanted })} />
        <search className="list-filters">
          <SearchField
            label={say('mails.search')}
            placeholder={say('mails.search.hint')}
            value={q}
            onSearch={(typed) => change({ q: typed })}
          />
          <FilterSelect
            label={say('mails.sort')}
            value={sort ?? ''}
            onChoose={(by) => change({ sort: by })}
            none={say('mails.sort.newest')}
            options={[{ value: 'created', label: say('mails.sort.oldest') }]}
          />
        </search>
        <fieldset className="chips">
          <legend className="hidden">{say('mails.filter')}</legend>
          {[undefined, ...MAIL_FILTERS].map((one) => (
            <button key={one ?? ''} type="button" aria-pressed={chosen === one} onClick={() => change({ state: one })}>
              {say(one === undefined ? 'mails.filter.all' : `mails.state.${one}`)}
            </button>
          ))}
        </fieldset>
      </ListPage>
      <MailDetails id={Number(opened) || undefined} onClose={close} />
    </>
  );
}
