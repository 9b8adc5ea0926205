import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import '../styles/people.css';
import { useMemo } from 'react';
import type { TenantInTree } from '../../client/wire-types.ts';
import { isTenantFound, TENANT_SORTS } from '../../src/platform/words/tenant-order.ts';
import { may, reachesSeveral, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { DataTable } from '../components/table/data-table.tsx';
import { ListDownload } from '../components/table/list-download.tsx';
import { ListView } from '../components/table/list-view.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useTableLayout } from '../components/table/use-table-layout.ts';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { TENANTS_TABLE, tenantColumns } from './tenant-columns.tsx';
import { TenantDialogs } from './tenant-dialogs.tsx';
import { TenantPlace } from './tenant-place.tsx';
import { isTree, type TenantRow, tenantRows } from './tenant-rows.ts';
import { useFolded } from './use-folded.ts';

/** All federations and clubs, or one of them; those who reach only their own see that. */
export function TenantsPage() {
  const [{ open }] = useAddressState();
  const several = reachesSeveral();
  const id = several ? Number(open) || undefined : viewer()?.tenant_id;
  return (
    <>
      {id === undefined ? <TenantList /> : <TenantPlace key={id} id={id} />}
      {several && <TenantDialogs />}
    </>
  );
}

const NONE: readonly TenantInTree[] = [];

/** Federations and clubs, each below what it belongs to, and which of them publishes the yearbooks. */
function TenantList() {
  const texts = useTexts();
  const { say } = texts;
  const { data: tenants = NONE, error, isPending } = useQuery(tenantsQuery);
  const creation = useOpened('new');
  const [address, change] = useAddressState();
  const sort = TENANT_SORTS.find((known) => known === address.sort) ?? 'name';
  const { q = '' } = address;
  const { folded, fold, keep } = useFolded();
  const rows = useMemo(() => tenantRows(tenants, { q, sort, folded }), [tenants, q, sort, folded]);
  const found = tenants.filter((tenant) => isTenantFound(q, tenant)).length;
  const onFold = isTree(tenants) ? ({ id }: TenantRow, open: boolean) => fold(id, open) : undefined;
  const tableLayout = useTableLayout(TENANTS_TABLE);
  const { layout } = tableLayout;
  const columns = tenantColumns({ ...texts, dense: layout.dense, onFold });
  const enter = (id: number) => change({ new: undefined, open: String(id) }, { asNewStep: true });
  const create = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
      {say('tenants.create')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={say('tenants.title')}
        count={{ total: found, query: { isSuccess: true } }}
        text={say('tenants.text')}
        actions={
          <>
            <ListView tableLayout={tableLayout} columns={columns} />
            {may('tenants.all') && (
              <ListDownload
                columns={columns}
                layout={layout}
                fileName={say('tenants.file')}
                fetchFile={(asked) =>
                  service.file('GET /api/admin/tenants/export', { sort, ...(q === '' ? {} : { q }), ...asked })
                }
              />
            )}
            {may('people.manage') && create}
          </>
        }
      />
      <search className="list-filters">
        <SearchField
          label={say('tenants.search')}
          placeholder={say('tenants.search')}
          value={q}
          onSearch={(typed) => change({ q: typed })}
        />
        {onFold && q.trim() === '' && <FoldAll tenants={tenants} folded={folded} keep={keep} />}
      </search>
      {error && <ProblemNotice error={error} />}
      {!(error && tenants.length === 0) && (
        <div className="list-body">
          <DataTable<TenantRow>
            label={say('tenants.title')}
            columns={columns}
            layout={layout}
            sorting={{ by: sort, onSort: (by) => change({ sort: by === 'name' ? undefined : by }) }}
            rows={rows}
            tree={onFold && { placeOf: ({ level, open }) => ({ level, open }), onFold }}
            waiting={isPending}
            nameOf={({ name }) => name}
            onOpen={({ id }) => enter(id)}
            empty={
              q === '' ? (
                <>
                  <p role="status">{say('tenants.none')}</p>
                  {create}
                </>
              ) : (
                <>
                  <p role="status">{say('list.nothing')}</p>
                  <Button variant="default" onClick={() => change({ q: undefined })}>
                    {say('list.clear')}
                  </Button>
                </>
              )
            }
          />
        </div>
      )}
      {found > 0 && (
        <p className="hint list-total" role="status">
          {say('tenants.total', { count: found })}
        </p>
      )}
    </>
  );
}

interface FoldAllProps {
  readonly tenants: readonly TenantInTree[];
  readonly folded: ReadonlySet<number>;
  readonly keep: (folded: ReadonlySet<number>) => void;
}

/** Folds everything to the highest level, or opens it all. */
function FoldAll({ tenants, folded, keep }: FoldAllProps) {
  const { say } = useTexts();
  const parents = new Set(tenants.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id])));
  const isFolded = [...parents].every((id) => folded.has(id));
  return (
    <Button variant="subtle" size="md" onClick={() => keep(isFolded ? new Set() : parents)}>
      {say(isFolded ? 'tenants.tree.unfoldAll' : 'tenants.tree.foldAll')}
    </Button>
  );
}
