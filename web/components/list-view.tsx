import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { sayDone } from './acted.tsx';
import { Icon } from './icons.tsx';
import { SaveView } from './save-view.tsx';
import { lookOf, searchOf, searchToSave } from './table-look.ts';
import type { Column } from './table-parts.ts';
import type { TableLooks } from './use-table-look.ts';

interface ListViewProps {
  readonly looks: TableLooks;
  /** All columns of the table, shown or not. */
  readonly columns: readonly Pick<Column<never>, 'key' | 'head' | 'always'>[];
}

/** How a table looks: dense rows, its columns, and views by name. */
export function ListView({ looks, columns }: ListViewProps) {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const [saving, setSaving] = useState(false);
  const { look, views, table, show, save, remove } = looks;
  const offered = columns.filter(({ always }) => always !== true);
  const turn = (key: string) => {
    const has = look.columns.includes(key);
    show({ ...look, columns: has ? look.columns.filter((one) => one !== key) : [...look.columns, key] });
  };
  return (
    <>
      <Menu position="bottom-end" closeOnItemClick={false} transitionProps={{ duration: 0 }} width={280}>
        <Menu.Target>
          <Button variant="default">{say('view')}</Button>
        </Menu.Target>
        <Menu.Dropdown className="list-view">
          <Turned label={say('view.dense')} on={look.dense} onTurn={() => show(lookOf(table, !look.dense))} />
          <Menu.Label>{say('view.columns')}</Menu.Label>
          {offered.map(({ key, head }) => (
            <Turned key={key} label={head} on={look.columns.includes(key)} onTurn={() => turn(key)} />
          ))}
          <Menu.Label>{say('view.saved')}</Menu.Label>
          {views.map((view) => (
            <div key={view.name} className="saved-view">
              <Menu.Item
                closeMenuOnClick
                onClick={() => {
                  show(view.look);
                  change(searchOf(table, view));
                }}
              >
                <span dir="auto">{view.name}</span>
              </Menu.Item>
              <Menu.Item
                className="saved-view-remove"
                aria-label={say('view.remove', { name: view.name })}
                onClick={() => remove(view.name)}
              >
                <Icon name="close" size={16} />
              </Menu.Item>
            </div>
          ))}
          <Menu.Item closeMenuOnClick onClick={() => setSaving(true)}>
            {say('view.save')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveView
          onSave={(name) => {
            save({ name, search: searchToSave(table, state), look });
            sayDone(say('view.did', { name }));
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
