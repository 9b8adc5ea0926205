import '../styles/state-tabs.css';
import '../styles/view-tabs.css';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PeopleView, ViewFilter } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { ViewNameDialog } from '../components/table/view-name-dialog.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import type { AddressState } from '../routing/pages.ts';
import { useViewChanges, useViews } from './use-people-views.ts';
import type { UsersFilter } from './users-filters.ts';
import { activeView, addressOf, viewFilterOf } from './view-filter.ts';
import { ViewMenu } from './view-menu.tsx';

interface ViewTabsProps {
  readonly filter: UsersFilter;
  readonly change: (state: AddressState) => void;
}

/** The views of the list of people, each with how many people it shows. */
export function ViewTabs({ filter, change }: ViewTabsProps) {
  const { say } = useTexts();
  const { data: views, isError } = useViews(filter.tenant);
  const changing = useViewChanges();
  const [naming, setNaming] = useState<PeopleView | 'new'>();
  if (views === undefined) return isError ? null : <Skeleton className="view-tabs-skeleton" height={28} radius="sm" />;
  const { id: shown, isNew } = activeView(views, filter);
  const open = (view: ViewFilter) => change(addressOf(view));
  const own = views.items.filter(({ actions }) => actions.includes('change'));
  const close = () => {
    changing.reset();
    setNaming(undefined);
  };
  const save = (name: string) => {
    if (naming === undefined) return;
    const replaced = own.find((view) => view.name === name);
    const asked =
      naming === 'new'
        ? ({ act: 'save', name, filter: viewFilterOf(filter), replaced } as const)
        : ({ act: 'rename', view: naming, name } as const);
    changing.mutate(asked, { onSuccess: close });
  };
  return (
    <nav className="state-tabs view-tabs" aria-label={say('users.views')}>
      {views.usual.map((view) => (
        <Tab
          key={view.key}
          view={view}
          shown={view.key === shown}
          onOpen={open}
          text={say(`users.views.${view.key}`)}
        />
      ))}
      {views.items.map((view) => (
        <Tab key={view.id} view={view} shown={view.id === shown} onOpen={open} text={view.name} shared={view.shared}>
          {view.id === shown && (
            <ViewMenu view={view} onRename={() => setNaming(view)} onAct={(act) => changing.mutate({ act, view })} />
          )}
        </Tab>
      ))}
      {isNew && (
        <button type="button" className="view-add" onClick={() => setNaming('new')}>
          <Icon name="plus" size={16} />
          {say('users.views.save')}
        </button>
      )}
      {naming !== undefined && (
        <ViewNameDialog
          title={say(naming === 'new' ? 'view.save.title' : 'users.views.rename.title')}
          text={say(naming === 'new' ? 'users.views.save.text' : 'users.views.rename.text')}
          name={naming === 'new' ? '' : naming.name}
          saving={changing}
          onSave={save}
          onClose={close}
        />
      )}
    </nav>
  );
}

interface TabProps {
  readonly view: { readonly filter: ViewFilter; readonly total: number; readonly total_is_capped: boolean };
  readonly text: string;
  readonly shown: boolean;
  readonly shared?: boolean;
  readonly onOpen: (filter: ViewFilter) => void;
  readonly children?: ReactNode;
}

function Tab({ view, text, shown, shared = false, onOpen, children }: TabProps) {
  const { say, language } = useTexts();
  const { filter, total, total_is_capped } = view;
  return (
    <span className="view-tab" data-shown={shown || undefined}>
      <button type="button" aria-current={shown ? 'page' : undefined} title={text} onClick={() => onOpen(filter)}>
        {shared && (
          <>
            <Icon name="people" size={16} /> <span className="hidden">{say('users.views.shared')}</span>
          </>
        )}
        <span className="cut" dir="auto">
          {text}
        </span>{' '}
        <span className="view-count">
          {amount(total, language)}
          {total_is_capped && '+'}
        </span>
      </button>
      {children}
    </span>
  );
}
