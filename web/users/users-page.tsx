import { Button } from '@mantine/core';
import '../styles/people.css';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { MOST_IN_BULK } from '../../client/wire-limits.ts';
import type { User } from '../../client/wire-types.ts';
import { grantableIn, may, reachesSeveral } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { Icon } from '../components/frame/icons.tsx';
import type { Choice } from '../components/table/data-table.tsx';
import { ListPage } from '../components/table/list-page.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTableLayout } from '../components/table/use-table-layout.ts';
import { useTexts } from '../i18n/texts.ts';
import { BulkCard } from '../people/bulk-card.tsx';
import { useBulkJobInView } from '../people/bulk-queries.ts';
import { nameOf, USERS_KEY } from '../people/people-queries.ts';
import { PeopleViews } from '../people/people-views.tsx';
import { useEverybody } from '../people/use-everybody.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CreatePerson } from './create-person.tsx';
import { NoUsers } from './no-users.tsx';
import { peopleSheet } from './people-sheet.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { useViews } from './use-people-views.ts';
import { PEOPLE_TABLE, userColumns } from './user-columns.tsx';
import { type Chosen, filterFrom, NOBODY, narrows, queryFrom, selectionFrom } from './users-filters.ts';
import { UsersToolbar } from './users-toolbar.tsx';
import { ViewTabs } from './view-tabs.tsx';

/** Accounts: search, select and act on several, or open one beside the list. */
export function UsersPage() {
  const { say, language } = useTexts();
  const viewer = service.storedUser();
  const administers = may('people.manage');
  const everyTenant = reachesSeveral();
  const [state, change] = useAddressState();
  const person = useOpened('open', ['tab']);
  const creation = useOpened('new', ['grant']);
  const [chosen, setChosen] = useState<Chosen>(NOBODY);
  const filter = filterFrom(state);
  const list = useList<User>([USERS_KEY, filter], (cursor, signal) =>
    service.call('GET /api/admin/users', queryFrom(filter, cursor), signal),
  );
  const { items, query } = list;
  const views = useViews(filter.tenant);
  const everybody = views.isError ? 0 : views.data?.usual.find(({ key }) => key === 'all')?.total;
  const tableLayout = useTableLayout(PEOPLE_TABLE, everybody);
  const { layout } = tableLayout;
  const columns = useMemo(
    () => userColumns({ say, language, everyTenant, dense: layout.dense }),
    [say, language, everyTenant, layout.dense],
  );
  const manageable = new Set(items.flatMap(({ id, actions }) => (actions.length > 0 ? [id] : [])));
  const all = useEverybody(selectionFrom(filter));
  const bulk = useBulkJobInView(undefined, administers);
  const choice: Choice = {
    chosen: all.everybody ? manageable : new Set(chosen.keys()),
    choose: (ids) => {
      all.forget();
      setChosen(chosenFrom(ids, chosen, items));
    },
    whyNot: (id) => (manageable.has(id) ? undefined : say(id === viewer?.id ? 'users.choose.own' : 'users.above')),
  };
  const allShown = manageable.size > 0 && [...manageable].every((id) => chosen.has(id));
  const oneByOne = !query.hasNextPage && chosen.size <= MOST_IN_BULK;
  const wider = allShown && !oneByOne ? { total: list.capped ? undefined : list.total } : undefined;
  const unchoose = () => {
    focusLastChosen();
    all.forget();
    setChosen(NOBODY);
  };
  const openId = person.opened === undefined ? undefined : Number(person.opened);
  return (
    <>
      <ListPage
        title={say('users.title')}
        list={list}
        waiting={query.isPending || tableLayout.isUndecided}
        tableLayout={tableLayout}
        views={<PeopleViews />}
        fileName={say('users.file')}
        paper={{
          label: say(everyTenant ? 'users.sheet.clubs' : 'users.sheet'),
          sheet: (people) => peopleSheet(people, say),
        }}
        fetchFile={(asked) => {
          const { limit: _, ...query } = queryFrom(filter, undefined);
          return service.file('GET /api/admin/users/export', { ...query, ...asked });
        }}
        actions={
          administers && (
            <>
              <Button
                className="firm"
                variant="default"
                renderRoot={(props) => <Link to={PAGE_PATHS.duplicates} {...props} />}
              >
                {say('users.duplicates')}
              </Button>
              <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
                {say('users.create')}
              </Button>
            </>
          )
        }
        columns={columns}
        nameOf={nameOf}
        onOpen={({ id }) => person.open(String(id))}
        openId={openId}
        sorting={{ by: filter.sort, onSort: (sort) => change({ sort: sort === 'name' ? undefined : sort }) }}
        {...(administers ? { choice } : {})}
        empty={
          <NoUsers
            narrowed={narrows(filter)}
            searched={filter.q !== ''}
            administers={administers}
            change={change}
            onCreate={() => creation.open('1')}
          />
        }
      >
        {administers && bulk.id !== undefined && <BulkCard key={bulk.id} id={bulk.id} onDismiss={bulk.dismiss} />}
        <ViewTabs filter={filter} change={change} />
        <UsersToolbar filter={filter} change={change} />
      </ListPage>
      {viewer && administers && (
        <BulkBar
          viewer={viewer}
          chosen={chosen}
          all={all}
          wider={wider}
          onDone={unchoose}
          onStarted={(id) => {
            bulk.show(id);
            scrollTo({ top: 0 }); // where its progress is
          }}
        />
      )}
      {viewer && openId !== undefined && openId > 0 && (
        <PersonDrawer
          key="person"
          id={openId}
          viewer={viewer}
          list={items}
          onShow={(id) => person.open(String(id))}
          onClose={person.close}
        />
      )}
      {viewer && administers && creation.opened !== undefined && (
        <CreatePerson
          viewer={viewer}
          tenantId={filter.tenant}
          role={grantableIn(Number(filter.tenant) || viewer.tenant_id).find((role) => role === state.grant)}
          onClose={creation.close}
          onOpen={(id) => change({ new: undefined, grant: undefined, open: String(id) })}
        />
      )}
    </>
  );
}

const chosenFrom = (ids: ReadonlySet<number>, before: Chosen, items: readonly User[]): Chosen =>
  new Map(
    [...ids].flatMap((id) => {
      const user = items.find((item) => item.id === id) ?? before.get(id);
      return user ? [[id, user] as const] : [];
    }),
  );

/** The bar with the acts disappears: the focus goes on from the rows, and the page does not jump. */
function focusLastChosen(): void {
  const chosen = document.querySelectorAll<HTMLElement>('.data-table tbody input:checked');
  [...chosen].at(-1)?.focus({ preventScroll: true });
}
