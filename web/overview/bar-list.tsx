import type { CSSProperties, ReactNode } from 'react';
import type { AddressState, PAGE_PATHS } from '../page-paths.ts';
import { amount, share } from '../parts/amounts.ts';
import { useTexts } from '../texts/texts.ts';
import { ListLink } from './list-link.tsx';

type Path = (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS];

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Without it no list shows just these. */
  readonly filter?: AddressState;
  /** What needs somebody: coral, and a word says why. */
  readonly urgent?: boolean;
  /** Drawn less strongly: a side branch. */
  readonly faint?: boolean;
}

interface BarListProps {
  readonly to: Path;
  readonly bars: readonly Bar[];
  /** What each is a part of; shares are told beside the counts. */
  readonly of?: number;
}

/** Counts with bars, each a way to its list where there is one. */
export function BarList({ to, bars, of }: BarListProps) {
  const { language } = useTexts();
  const whole = of ?? Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="bars">
      {bars.map(({ label, count, filter, urgent, faint }) => (
        <li key={label} data-urgent={(urgent && count > 0) || undefined} data-faint={faint || undefined}>
          <ToList to={to} filter={filter}>
            <span className="bar-label">{label}</span>
            <span className="bar-count">
              {of !== undefined && count !== of && <small>{share(count, of, language)}</small>}
              <strong>{amount(count, language)}</strong>
            </span>
            <span className="part" aria-hidden="true">
              <span style={{ '--part': whole === 0 ? 0 : count / whole } as CSSProperties} />
            </span>
          </ToList>
        </li>
      ))}
    </ul>
  );
}

function ToList({ to, filter, children }: { to: Path; filter: AddressState | undefined; children: ReactNode }) {
  if (filter === undefined) return <span>{children}</span>;
  return (
    <ListLink to={to} filter={filter}>
      {children}
    </ListLink>
  );
}
