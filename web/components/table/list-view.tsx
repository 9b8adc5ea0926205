import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAddressState } from '../../routing/address-state.ts';
import { sayDone } from '../connection/acted.tsx';
import { Icon } from '../frame/icons.tsx';
import { ColumnChooser, type OfferedColumn } from './column-chooser.tsx';
import { lookOf, searchOf, searchToSave } from './table-look.ts';
import type { TableLooks } from './use-table-look.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';

interface ListViewProps {
  readonly looks: TableLooks;
  /** All columns of the table, shown or not. */
  readonly columns: readonly OfferedColumn[];
}

/** How a table looks: dense rows, its columns and their order, and views by name. */
export function ListView({ looks, columns }: ListViewProps) {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const [saving, setSaving] = useState(false);
  const [told, tell] = useState('');
  const { look, views, table, show, save, remove } = looks;
  return (
    <>
      <Menu position="bottom-end" closeOnItemClick={false} transitionProps={{ duration: 0 }} width={312}>
        <Menu.Target>
          <Button variant="default">{say('view')}</Button>
        </Menu.Target>
        <Menu.Dropdown className="list-view">
          <Menu.CheckboxItem checked={look.dense} onChange={() => show(lookOf(table, !look.dense, look.order))}>
            {say('view.dense')}
          </Menu.CheckboxItem>
          <ColumnChooser columns={columns} look={look} show={show} tell={tell} />
          <Menu.Item onClick={() => show(lookOf(table, look.dense))}>{say('view.usual')}</Menu.Item>
          {table.kept && (
            <>
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
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <output className="hidden">{told}</output>
      {saving && (
        <ViewNameDialog
          title={say('view.save.title')}
          text={say('view.save.text')}
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
