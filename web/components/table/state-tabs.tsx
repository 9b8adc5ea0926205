import '../../styles/state-tabs.css';
import { useAddressState } from '../../routing/address-state.ts';
import type { AddressMember } from '../../routing/pages.ts';

export interface StateTab {
  readonly value: string;
  readonly text: string;
  /** Shown next to the label when entries need an answer. */
  readonly waiting?: number | undefined;
}

interface StateTabsProps {
  readonly label: string;
  /** The search parameter; without it, the first tab is selected. */
  readonly member: AddressMember;
  readonly tabs: readonly StateTab[];
}

/** One list by status. The selected tab lives in the URL, so that a link shows the same. */
export function StateTabs({ label, member, tabs }: StateTabsProps) {
  const [state, change] = useAddressState();
  const current = state[member] ?? tabs[0]?.value;
  return (
    <nav className="state-tabs" aria-label={label}>
      {tabs.map(({ value, text, waiting = 0 }, place) => (
        <button
          key={value}
          type="button"
          aria-current={value === current ? 'page' : undefined}
          onClick={() => change({ [member]: place === 0 ? undefined : value })}
        >
          {text}
          {waiting > 0 && <span className="state-tab-count">{waiting}</span>}
        </button>
      ))}
    </nav>
  );
}
