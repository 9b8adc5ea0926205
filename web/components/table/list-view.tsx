import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAddressState } from '../../routing/address-state.ts';
import { sayDone } from '../connection/acted.tsx';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { useOwnValidation } from '../form/own-validation.ts';
import { Icon } from '../frame/icons.tsx';
import { ColumnChooser, type OfferedColumn } from './column-chooser.tsx';
import { lookOf, searchOf, searchToSave } from './table-look.ts';
import type { TableLooks } from './use-table-look.ts';

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
      <output className="hidden">{told}</output>
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

const LONGEST_NAME = 40;

/** Asks for the name of a view. A view of the same name is replaced. */
function SaveView({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const { form, problemOf } = useOwnValidation(() => onSave(typed.trim()));
  return (
    <FormDialog
      title={say('view.save.title')}
      width={440}
      verb={say('app.save')}
      form={form}
      saving={{ isPending: false, error: null }}
      problems={{}}
      onClose={onClose}
    >
      <TextInput
        size="md"
        name="name"
        required
        withAsterisk={false}
        data-autofocus
        error={problemOf('name')}
        label={say('view.save.name')}
        description={say('view.save.text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={LONGEST_NAME}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
