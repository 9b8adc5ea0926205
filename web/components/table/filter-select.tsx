import { CloseButton, NativeSelect } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly none: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string | undefined) => void;
}

/** One filter of a list; while it applies, a chip that names it and can be taken away. */
export function FilterSelect({ label, value, none, options, onChoose }: FilterSelectProps) {
  const { say } = useTexts();
  const isOn = value !== '';
  return (
    <NativeSelect
      size="md"
      aria-label={label}
      data-narrows={isOn || undefined}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      data={[{ value: '', label: none }, ...options]}
      rightSectionPointerEvents={isOn ? 'all' : 'none'}
      {...(isOn && {
        rightSection: <CloseButton size="sm" aria-label={say('list.clearOne')} onClick={() => onChoose(undefined)} />,
      })}
    />
  );
}
