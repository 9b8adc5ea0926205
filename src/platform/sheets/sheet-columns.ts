import { invalidField } from '../http/request-refusal.ts';
import { keysOf } from '../kernel/members.ts';
import type { SheetColumn } from './sheet.ts';

/** All columns of an exported list in their default order, by the names that requests use. */
export type SheetColumns<Row> = Readonly<Record<string, SheetColumn<Row>>>;

/** The requested columns in the requested order; all by default. @throws InvalidRequest (422) for an unknown column */
export function chosenColumns<Row>(columns: SheetColumns<Row>, asked: string | undefined): readonly SheetColumn<Row>[] {
  if (asked === undefined) return Object.values(columns);
  return asked.split(',').map((name) => {
    const known = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (known === undefined) throw invalidField('query', 'columns', 'column', 'Takvog stupca nema.');
    return known;
  });
}

/** Their names, for the description of the parameter. */
export const namesOf = (columns: SheetColumns<never>): string => keysOf(columns).join(', ');
