import { Button } from '@mantine/core';
import '../styles/people.css';
import { useMemo, useState } from 'react';
import type { User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { type Choice, DataTable } from '../components/data-table.tsx';
import { Icon } from '../components/icons.tsx';
import { ListFoot } from '../components/list-foot.tsx';
import { ProblemNotice } from '../components/notice.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useList } from '../components/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { isAdministrator, mayManage } from '../people/may-manage.ts';
import { nameOf, USERS_KEY } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CreatePerson } from './create-person.tsx';
import { NoUsers } from './no-users.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { userColumns } from './user-columns.tsx';
import { type Chosen, filterFrom, NOBODY, narrows, queryFrom } from './users-filters.ts';
import { UsersToolbar } from './users-toolbar.tsx';

/** Accounts: search, select and act on several, or open one beside the list. */
export function UsersPage() {
  const { say, language } = useTexts();
  const viewer = service.storedUser();
  const tier = viewer?.tier ?? Number.POSITIVE_INFINITY;
  const administers = isAdministrator(tier);
  const [state, change] = useAddressState();
  const person = useOpened('open', ['tab']);
  const creation = useOpened('new');
  const [chosen, setChosen] = useState<Chosen>(NOBODY);
  const filter = filterFrom(state);
  const list = useList<User>([USERS_KEY, filter], (cursor, signal) =>
    service.users.list(queryFrom(filter, cursor), signal),
  );
  const { items, query } = list;
  const columns = useMemo(() => userColumns(say, language, tier === 0), [say, language, tier]);
  const manageable = new Set(viewer ? items.filter((user) => mayManage(viewer, user)).map(({ id }) => id) : []);
  const choice: Choice = {
    chosen: new Set(chosen.keys()),
    choose: (ids) => setChosen(chosenFrom(ids, chosen, items)),
    may: (id) => manageable.has(id),
  };
  const openId = person.opened === undefined ? undefined : Number(person.opened);
  return (
    <>
      <PageHead
        title={say('users.title')}
        actions={
          administers && (
            <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
              {say('users.create')}
            </Button>
          )
        }
      />
      <UsersToolbar filter={filter} tier={tier} change={change} />
      {query.isError && <ProblemNotice error={query.error} />}
      {!(query.isError && items.length === 0) && (
        <div className="list-body" aria-busy={query.isPlaceholderData}>
          <DataTable
            label={say('users.title')}
            columns={columns}
            rows={items}
            waiting={query.isPending}
            nameOf={nameOf}
            onOpen={({ id }) => person.open(String(id))}
            openId={openId}
            {...(administers ? { choice } : {})}
            empty={
              <NoUsers
                narrowed={narrows(filter)}
                administers={administers}
                change={change}
                onCreate={() => creation.open('1')}
              />
            }
          />
        </div>
      )}
      <ListFoot list={list} />
      {administers && <BulkBar tier={tier} chosen={chosen} onDone={() => setChosen(NOBODY)} />}
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
          onClose={creation.close}
          onOpen={(id) => change({ new: undefined, open: String(id) })}
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
