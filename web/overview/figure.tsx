import type { CSSProperties, ReactNode } from 'react';
import type { AddressState, PAGE_PATHS } from '../page-paths.ts';
import { ListLink } from './list-link.tsx';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly to: (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS];
  readonly filter?: AddressState;
  /** Between 0 and 1: drawn as a bar below the figure. */
  readonly part?: number;
  /** A clock runs out. */
  readonly urgent?: boolean;
  readonly children: ReactNode;
}

export const Figure = ({ label, value, to, filter, part, urgent = false, children }: FigureProps) => (
  <ListLink to={to} className="figure" {...(filter ? { filter } : {})}>
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
