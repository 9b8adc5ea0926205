import type { CSSProperties, ReactNode } from 'react';
import type { PagePath, PageSearch } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

interface FigureProps<Path extends PagePath> {
  readonly label: string;
  readonly value: string;
  readonly to: Path;
  readonly filter?: PageSearch<Path>;
  /** Between 0 and 1, drawn as a bar below the figure. */
  readonly part?: number;
  /** A deadline is near. */
  readonly urgent?: boolean;
  readonly children: ReactNode;
}

export const Figure = <Path extends PagePath>({
  label,
  value,
  to,
  filter,
  part,
  urgent = false,
  children,
}: FigureProps<Path>) => (
  <ListLink to={to} className="figure" filter={filter}>
    <span className="figure-label">{label}</span>
    <strong className="figure-value" data-urgent={urgent || undefined}>
      {value}
    </strong>
    {part !== undefined && (
      <span className="part" aria-hidden="true">
        <span style={{ '--part': part } as CSSProperties} />
      </span>
    )}
    <span className="figure-note">{children}</span>
  </ListLink>
);
