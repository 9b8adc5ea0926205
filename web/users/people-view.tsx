import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/acted.tsx';
import { Icon } from '../components/icons.tsx';
import { saveFile } from '../components/save-file.ts';
import type { useList } from '../components/use-list.ts';
import { MOST_PRINTED, usePrintAll } from '../components/use-print-all.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import type { AddressState } from '../routing/page-search.ts';
import { fileColumns, LOOK_COLUMNS, type LookColumn, lookOf, searchOf, searchToSave } from './people-look.ts';
import { SaveView } from './save-view.tsx';
import type { PeopleLooks } from './use-people-look.ts';
import { queryFrom, type UsersFilter } from './users-filters.ts';

interface PeopleViewProps {
  readonly filter: UsersFilter;
  readonly list: ReturnType<typeof useList<User>>;
  readonly looks: PeopleLooks;
  readonly everyTenant: boolean;
  readonly change: (state: AddressState) => void;
}

/** How the list looks, views by name, and the list as it is on paper or in a file. */
export function PeopleView({ filter, list, looks, everyTenant, change }: PeopleViewProps) {
  const { say, language } = useTexts();
  const [state] = useAddressState();
  const [saving, setSaving] = useState(false);
  const { look, views, show, save, remove } = looks;
  const printing = usePrintAll(list);
  const downloading = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const { limit: _, ...query } = queryFrom(filter, undefined);
      const file = await service.users.exportList({
        ...query,
        format,
        language,
        columns: fileColumns(look, everyTenant),
      });
      saveFile(file, `${language === 'en' ? 'people' : 'ljudi'}.${format}`);
    },
    onError: (error) => sayRefused(error, say, language),
  });
  const turn = (column: LookColumn) => {
    const has = look.columns.includes(column);
    const columns = LOOK_COLUMNS.filter((one) => (one === column ? !has : look.columns.includes(one)));
    show({ ...look, columns });
  };
  const tooMany = list.capped || list.total > MOST_PRINTED;
  const offered = LOOK_COLUMNS.filter((column) => everyTenant || column !== 'tenant');
  return (
    <>
      <Menu position="bottom-end" closeOnItemClick={false} transitionProps={{ duration: 0 }} width={280}>
        <Menu.Target>
          <Button variant="default" loading={downloading.isPending || printing.isPending}>
            {say('users.view')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="people-view">
          <Turned label={say('users.view.dense')} on={look.dense} onTurn={() => show(lookOf(!look.dense))} />
          <Menu.Label>{say('users.view.columns')}</Menu.Label>
          {offered.map((column) => (
            <Turned
              key={column}
              label={say(`users.column.${column}`)}
              on={look.columns.includes(column)}
              onTurn={() => turn(column)}
            />
          ))}
          <Menu.Label>{say('users.view.saved')}</Menu.Label>
          {views.map((view) => (
            <div key={view.name} className="saved-view">
              <Menu.Item
                closeMenuOnClick
                onClick={() => {
                  show(view.look);
                  change(searchOf(view));
                }}
              >
                <span dir="auto">{view.name}</span>
              </Menu.Item>
              <Menu.Item
                className="saved-view-remove"
                aria-label={say('users.view.remove', { name: view.name })}
                onClick={() => remove(view.name)}
              >
                <Icon name="close" size={16} />
              </Menu.Item>
            </div>
          ))}
          <Menu.Item closeMenuOnClick onClick={() => setSaving(true)}>
            {say('users.view.save')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item closeMenuOnClick disabled={tooMany} onClick={() => printing.mutate()}>
            {say(tooMany ? 'users.view.many' : 'users.view.print')}
          </Menu.Item>
          <Menu.Item closeMenuOnClick onClick={() => downloading.mutate('xlsx')}>
            {say('users.view.xlsx')}
          </Menu.Item>
          <Menu.Item closeMenuOnClick onClick={() => downloading.mutate('csv')}>
            {say('users.view.csv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveView
          onSave={(name) => {
            save({ name, search: searchToSave(state), look });
            sayDone(say('users.view.did', { name }));
            setSaving(false);
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

/** Mantine's entries are no checkboxes; this one moves with them by the arrow keys. */
const Turned = ({ label, on, onTurn }: { label: string; on: boolean; onTurn: () => void }) => (
  <button
    type="button"
    role="menuitemcheckbox"
    aria-checked={on}
    tabIndex={-1}
    data-menu-item=""
    className="turn"
    onClick={onTurn}
  >
    <span className="turn-mark">{on && <Icon name="done" size={16} />}</span>
    {label}
  </button>
);
