import { NativeSelect } from '@mantine/core';

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly none: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string | undefined) => void;
}

/** One filter of a list, highlighted while it applies. */
export const FilterSelect = ({ label, value, none, options, onChoose }: FilterSelectProps) => (
  <NativeSelect
    size="md"
    aria-label={label}
    data-narrows={value !== '' || undefined}
    value={value}
    onChange={(event) => onChoose(event.currentTarget.value || undefined)}
    data={[{ value: '', label: none }, ...options]}
  />
);
