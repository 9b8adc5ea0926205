import type { CSSProperties, ReactNode } from 'react';
import { amount, share } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import type { PagePath, PageSearch } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

export interface Bar<Path extends PagePath> {
  readonly label: string;
  readonly count: number;
  /** Without it, there is no list of exactly these. */
  readonly filter?: PageSearch<Path> | undefined;
  /** Needs attention: highlighted, and a word says why. */
  readonly urgent?: boolean;
  /** Drawn fainter: a side branch. */
  readonly faint?: boolean;
}

interface BarListProps<Path extends PagePath> {
  readonly to: Path;
  readonly bars: readonly Bar<Path>[];
  /** The whole of which each bar is a part; shares are shown next to the counts. */
  readonly of?: number;
}

/** Counts with bars, each linked to its list where there is one. */
export function BarList<Path extends PagePath>({ to, bars, of }: BarListProps<Path>) {
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

interface ToListProps<Path extends PagePath> extends Pick<Bar<Path>, 'filter'> {
  readonly to: Path;
  readonly children: ReactNode;
}

function ToList<Path extends PagePath>({ to, filter, children }: ToListProps<Path>) {
  if (filter === undefined) return <span>{children}</span>;
  return (
    <ListLink to={to} filter={filter}>
      {children}
    </ListLink>
  );
}
