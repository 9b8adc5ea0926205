import '../look/state-tabs.css';
import { useAddressState } from './address-state.ts';

export interface StateTab {
  readonly value: string;
  readonly text: string;
  /** Shown beside the word where somebody waits for an answer. */
  readonly waiting?: number | undefined;
}

interface StateTabsProps {
  readonly label: string;
  /** The member of the address; the first tab is shown where there is none. */
  readonly member: string;
  readonly tabs: readonly StateTab[];
}

/** One list by its states. Which is shown lives in the address, so that a link shows the same. */
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
