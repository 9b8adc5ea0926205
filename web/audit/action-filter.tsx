import { type ComboboxParsedItem, Select } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import { contains } from '../../src/platform/words/begun-words.ts';
import { AUDIT_GROUPS, actionsOf } from '../audit-sentences/audit-groups.ts';
import { capitalised } from '../audit-sentences/audit-sentence.ts';
import { useTexts } from '../i18n/texts.ts';

interface ActionFilterProps {
  /** An action or a group. */
  readonly action: string | undefined;
  readonly onChoose: (action: string | undefined) => void;
}

/** Finds an action by any part of its name or of its group's; a group can be chosen whole. */
export function ActionFilter({ action, onChoose }: ActionFilterProps) {
  const { say } = useTexts();
  const groups = AUDIT_GROUPS.map((group) => ({
    group: say(`audit.group.${group}`),
    items: [
      { value: group, label: say('audit.filter.wholeGroup', { group: say(`audit.group.${group}`) }) },
      ...actionsOf(group).map((one) => ({ value: one, label: capitalised(say(`audit.act.${one}`)) })),
    ],
  }));
  return (
    <Select
      size="md"
      aria-label={say('audit.filter.action')}
      placeholder={say('audit.filter.anyAction')}
      searchable
      clearable
      clearButtonProps={{
        'aria-label': say('audit.filter.clearPerson', { label: say('audit.filter.action') }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      data={groups}
      filter={({ options, search }) => matching(options, search.trim())}
      nothingFoundMessage={say('audit.filter.noAction')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      maxDropdownHeight={360}
      value={action ?? null}
      onChange={(chosen) => onChoose(chosen ?? undefined)}
    />
  );
}

/** A group whose name matches is shown whole. */
function matching(options: readonly ComboboxParsedItem[], sought: string): ComboboxParsedItem[] {
  const found: ComboboxParsedItem[] = [];
  for (const option of options) {
    if (!('group' in option)) continue;
    const isWhole = contains(`${option.group}`, sought);
    const items = option.items.filter(({ label }) => isWhole || contains(`${label}`, sought));
    if (items.length > 0) found.push({ ...option, items });
  }
  return found;
}
