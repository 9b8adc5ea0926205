import '../styles/people.css';
import '../styles/audit.css';
import { Button, Group } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { AuditItem } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ListPage } from '../components/table/list-page.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTableLayout } from '../components/table/use-table-layout.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { AUDIT_TABLE, auditColumns, recordName } from './audit-columns.tsx';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilters, noFilters } from './audit-filters.tsx';
import { AUDIT_FILTERS, auditQueryFrom, idFrom } from './audit-query.ts';
import { AuditSeal } from './audit-seal.tsx';
import { dayName, localDay, toTheSecond } from './day-names.ts';
import { useRuns } from './use-runs.ts';
import { type SearchOn, useSearchOn } from './use-search-on.ts';

const AT_ONCE = 50;

/** Who did what, to whom and when. */
export function AuditPage() {
  const { say, language } = useTexts();
  const [state, change] = useAddressState();
  const query = auditQueryFrom(state);
  const list = useList(['audit', query], (cursor, signal) =>
    service.call('GET /api/admin/audit', { ...query, limit: AT_ONCE, cursor }, signal),
  );
  const search = useSearchOn(list, AT_ONCE);
  const { opened, open, close } = useOpened('record');
  const openId = idFrom(opened);
  const tableLayout = useTableLayout(AUDIT_TABLE);
  const { layout } = tableLayout;
  const { lines, behind, toggle } = useRuns(list.items, query.grouped === '1');
  const columns = useMemo(
    () => auditColumns({ say, language, dense: layout.dense, behind, toggle }),
    [say, language, layout.dense, behind, toggle],
  );
  const dayOf = useCallback(({ at }: AuditItem) => dayName(localDay(at), language), [language]);
  const nameOf = useCallback((record: AuditItem) => recordName(record, say, language), [say, language]);
  const filtered = AUDIT_FILTERS.some((name) => state[name]);
  return (
    <>
      <ListPage
        title={say('audit.title')}
        text={say('audit.text')}
        list={list}
        tableLayout={tableLayout}
        fileName={say('audit.file')}
        more={[{ format: 'jsonl', label: say('audit.download.jsonl') }]}
        fetchFile={(asked) => service.file('GET /api/admin/audit/export', { ...query, ...asked })}
        columns={columns}
        rows={lines}
        waiting={list.query.isPending || (search.isGoingOn && list.items.length === 0)}
        groupOf={dayOf}
        nameOf={nameOf}
        openId={openId}
        onOpen={({ id }) => open(String(id))}
        sorting={{
          by: query.sort ?? '-created',
          onSort: (by) => change({ sort: by === 'created' ? by : undefined }),
        }}
        empty={
          search.searchedTo !== undefined ? (
            <p>{say('audit.nothingYet')}</p>
          ) : filtered ? (
            <>
              <p>{say('list.nothing')}</p>
              <Button variant="default" onClick={() => change(noFilters)}>
                {say('list.clear')}
              </Button>
            </>
          ) : (
            <p>{say('audit.empty')}</p>
          )
        }
        foot={
          search.searchedTo !== undefined && <AuditSearched search={search} oldestFirst={query.sort === 'created'} />
        }
      >
        {may('audit.verify') && <AuditSeal small={list.query.isSuccess && !filtered && !list.capped} />}
        <AuditFilters state={state} change={change} records={list.items} />
      </ListPage>
      <AuditDetails
        id={openId}
        listed={list.items.find(({ id }) => id === openId)}
        onClose={close}
        onNarrow={(narrowed) => change({ ...noFilters, record: undefined, ...narrowed }, { asNewStep: true })}
      />
    </>
  );
}

/** How far a search has come, and a button to continue. */
function AuditSearched({ search, oldestFirst }: { search: SearchOn; oldestFirst: boolean }) {
  const { say, language } = useTexts();
  const { searchedTo = '', isGoingOn, goOn } = search;
  return (
    <Group justify="space-between" mt="md" data-lands>
      <p className="hint" role="status">
        {say(oldestFirst ? 'audit.searchedOn' : 'audit.searched', { when: toTheSecond(searchedTo, language) })}
      </p>
      <Button variant="default" loading={isGoingOn} onClick={goOn}>
        {say('audit.searchOn')}
      </Button>
    </Group>
  );
}
