import { Icon } from '../components/frame/icons.tsx';
import { DenseName } from '../components/table/table-cells.tsx';
import { useTexts } from '../i18n/texts.ts';
import type { TenantRow } from './tenant-rows.ts';

interface TenantNameProps {
  readonly row: TenantRow;
  readonly dense: boolean;
  /** Without it the list is flat. */
  readonly onFold: ((row: TenantRow, open: boolean) => void) | undefined;
}

/** The name of a tenant; in a tree below what it belongs to, with a button that shows and hides what is below. */
export function TenantName({ row, dense, onFold }: TenantNameProps) {
  const { name, slug, level, open, found } = row;
  const words = dense ? (
    <DenseName words={name} />
  ) : (
    <div className="person-words" data-passed={!found || undefined}>
      <strong className="cut" dir="auto">
        {name}
      </strong>
      <span className="cut hint-line">{slug}</span>
    </div>
  );
  if (onFold === undefined) return words;
  return (
    <div className="tree-cell" style={{ paddingInlineStart: `calc(var(--tree-step) * ${level - 1})` }}>
      {open === undefined ? <span className="tree-leaf" /> : <FoldButton row={row} open={open} onFold={onFold} />}
      {words}
    </div>
  );
}

interface FoldButtonProps {
  readonly row: TenantRow;
  readonly open: boolean;
  readonly onFold: (row: TenantRow, open: boolean) => void;
}

/** For mice and fingers; on a keyboard the arrows of the row do the same. */
function FoldButton({ row, open, onFold }: FoldButtonProps) {
  const { say } = useTexts();
  return (
    <button
      type="button"
      className="tree-fold"
      tabIndex={-1}
      aria-expanded={open}
      aria-label={say(open ? 'tenants.tree.fold' : 'tenants.tree.unfold', { name: row.name })}
      onClick={(event) => {
        event.stopPropagation(); // the row itself opens the tenant
        onFold(row, !open);
      }}
    >
      <Icon name="menu" size={18} />
    </button>
  );
}
