import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import '../styles/people.css';
import { useMemo } from 'react';
import type { Tenant } from '../../client/wire-types.ts';
import { isTenantFound, TENANT_SORTS, tenantOrder } from '../../src/platform/words/tenant-order.ts';
import { may, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { DataTable } from '../components/table/data-table.tsx';
import { ListDownload } from '../components/table/list-download.tsx';
import { ListView } from '../components/table/list-view.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useTableLook } from '../components/table/use-table-look.ts';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { TENANTS_TABLE, tenantColumns } from './tenant-columns.tsx';
import { TenantDialog } from './tenant-dialog.tsx';
import { TenantPlace } from './tenant-place.tsx';

/** All federations and clubs, or one of them; those who reach only their own see that. */
export function TenantsPage() {
  const [{ open }] = useAddressState();
  const id = may('tenants.all') ? Number(open) || undefined : viewer()?.tenant_id;
  return id === undefined ? <TenantList /> : <TenantPlace key={id} id={id} />;
}

const NONE: readonly Tenant[] = [];

/** Federations and clubs, and which of them publishes the yearbooks. */
function TenantList() {
  const texts = useTexts();
  const { say } = texts;
  const { data: tenants = NONE, error, isPending } = useQuery(tenantsQuery);
  const creation = useOpened('new');
  const [address, change] = useAddressState();
  const sort = TENANT_SORTS.find((known) => known === address.sort) ?? 'name';
  const { q = '' } = address;
  const rows = useMemo(
    () => tenants.filter((tenant) => isTenantFound(q, tenant)).toSorted(tenantOrder(sort)),
    [tenants, q, sort],
  );
  const looks = useTableLook(TENANTS_TABLE);
  const { look } = looks;
  const columns = tenantColumns({ ...texts, dense: look.dense });
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
        count={{ total: rows.length, query: { isSuccess: true } }}
        text={say('tenants.text')}
        actions={
          <>
            <ListView looks={looks} columns={columns} />
            <ListDownload
              columns={columns}
              look={look}
              fileName={say('tenants.file')}
              fetchFile={(asked) => service.tenants.exportList({ sort, ...(q === '' ? {} : { q }), ...asked })}
            />
            {create}
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
      </search>
      {error && <ProblemNotice error={error} />}
      {!(error && tenants.length === 0) && (
        <div className="list-body">
          <DataTable<Tenant>
            label={say('tenants.title')}
            columns={columns}
            look={look}
            sorting={{ by: sort, onSort: (by) => change({ sort: by === 'name' ? undefined : by }) }}
            rows={rows}
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
      {rows.length > 0 && (
        <p className="hint list-total" role="status">
          {say('tenants.total', { count: rows.length })}
        </p>
      )}
      {creation.opened !== undefined && (
        <TenantDialog onClose={creation.close} onCreated={({ id }) => change({ new: undefined, open: String(id) })} />
      )}
    </>
  );
}
