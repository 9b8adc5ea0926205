import { Button } from '@mantine/core';
import type { useList } from './use-list.ts';
import { MOST_PRINTED, usePrintAll } from './use-print-all.ts';

interface PrintAllProps<Item> {
  readonly label: string;
  readonly list: ReturnType<typeof useList<Item>>;
}

/** The whole list on paper, also what was not scrolled to; not offered where that would be hundreds of sheets. */
export function PrintAll<Item>({ label, list }: PrintAllProps<Item>) {
  const printing = usePrintAll(list);
  if (list.items.length === 0 || list.capped || list.total > MOST_PRINTED) return null;
  return (
    <Button variant="default" loading={printing.isPending} onClick={() => printing.mutate()}>
      {label}
    </Button>
  );
}
