import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAddressState } from '../../routing/address-state.ts';
import { sayDone } from '../connection/acted.tsx';
import { Icon } from '../frame/icons.tsx';
import { ColumnChooser, type OfferedColumn } from './column-chooser.tsx';
import { layoutOf, searchOf, searchToSave } from './table-layout.ts';
import type { TableLayoutState } from './use-table-layout.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';

interface ListViewProps {
  readonly tableLayout: TableLayoutState;
  /** All columns of the table, shown or not. */
  readonly columns: readonly OfferedColumn[];
}

/** The layout of a table: dense rows, its columns and their order, and views by name. */
export function ListView({ tableLayout, columns }: ListViewProps) {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const [saving, setSaving] = useState(false);
  const [told, tell] = useState('');
  const { layout, views, table, show, save, remove } = tableLayout;
  return (
    <>
      <Menu position="bottom-end" closeOnItemClick={false} transitionProps={{ duration: 0 }} width={312}>
        <Menu.Target>
          <Button variant="default">{say('view')}</Button>
        </Menu.Target>
        <Menu.Dropdown className="list-view">
          <Menu.CheckboxItem checked={layout.dense} onChange={() => show(layoutOf(table, !layout.dense, layout.order))}>
            {say('view.dense')}
          </Menu.CheckboxItem>
          <ColumnChooser columns={columns} layout={layout} show={show} tell={tell} />
          <Menu.Item onClick={() => show(layoutOf(table, layout.dense))}>{say('view.usual')}</Menu.Item>
          {table.kept && (
            <>
              <Menu.Label>{say('view.saved')}</Menu.Label>
              {views.map((view) => (
                <div key={view.name} className="saved-view">
                  <Menu.Item
                    closeMenuOnClick
                    onClick={() => {
                      show(view.layout);
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
            save({ name, search: searchToSave(table, state), layout });
            sayDone(say('view.did', { name }));
            setSaving(false);
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
