import type { Column } from './table-parts.ts';

type Ordered = Pick<Column<never>, 'key' | 'always'>;
interface Order {
  readonly order: readonly string[];
}

export const isMovable = ({ always }: Ordered): boolean => always !== true;

/** The columns in the chosen order. Columns that are always shown name the row, so they keep their declared places. */
export function arranged<Some extends Ordered>(columns: readonly Some[], { order }: Order): readonly Some[] {
  const movable = columns.filter(isMovable);
  const byKey = new Map(movable.map((column) => [column.key, column]));
  const keys = orderedKeys([...byKey.keys()], order);
  const next = keys.flatMap((key) => byKey.get(key) ?? []).values();
  return columns.map((column) => (isMovable(column) ? (next.next().value ?? column) : column));
}

/** A column that was not there when the order was chosen follows the one it is declared after. */
function orderedKeys(declared: readonly string[], order: readonly string[]): readonly string[] {
  const keys = [...new Set(order)].filter((key) => declared.includes(key));
  for (const [index, key] of declared.entries()) {
    if (keys.includes(key)) continue;
    const before = declared[index - 1];
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  }
  return keys;
}

/** The order after one of the columns offered moved to another's place; columns that are not offered now keep theirs. */
export function moved(offered: readonly Ordered[], { order }: Order, key: string, to: number): readonly string[] {
  const keys = offered.map((column) => column.key);
  const rest = keys.filter((one) => one !== key);
  const next = [...rest.slice(0, to), key, ...rest.slice(to)].values();
  const all = [...order, ...keys.filter((one) => !order.includes(one))];
  return all.map((one) => (keys.includes(one) ? (next.next().value ?? one) : one));
}
