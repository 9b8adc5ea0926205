import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayOpen } from '../layout/navigation.ts';
import { useAddressState } from '../routing/address-state.ts';
import { type PageLink, type PagePath, type PageSearch, readSearch } from '../routing/pages.ts';

interface ListLinkProps<Path extends PagePath> {
  readonly to: Path;
  readonly filter?: PageSearch<Path> | undefined;
  readonly className?: string;
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** Links a figure to its list, filtered by the tenant of the overview. Plain text for those who may not open the list: the figure is for more people. */
export function ListLink<Path extends PagePath>({ to, filter, className, label, children }: ListLinkProps<Path>) {
  const [{ tenant_id }] = useAddressState();
  if (!mayOpen(to)) return <span className={className}>{children}</span>;
  // TypeScript cannot see that path and search belong together: both come from `Path`.
  const link = { to, search: readSearch(to)({ tenant_id, ...filter }) } as PageLink;
  return (
    <Link {...link} className={`list-link ${className ?? ''}`} aria-label={label}>
      {children}
    </Link>
  );
}
