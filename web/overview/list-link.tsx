import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PLACES } from '../navigation.ts';
import type { AddressState, PAGE_PATHS } from '../page-paths.ts';
import { useAddressState } from '../parts/address-state.ts';
import { service } from '../service.ts';

type Path = (typeof PAGE_PATHS)[keyof typeof PAGE_PATHS];

interface ListLinkProps {
  readonly to: Path;
  readonly filter?: AddressState;
  readonly className?: string;
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** Whether whoever is signed in may open a page; a figure is shown to more people than the list behind it. */
export const mayOpen = (path: Path): boolean =>
  (service.storedUser()?.tier ?? Number.POSITIVE_INFINITY) <=
  (PLACES.find((place) => place.path === path)?.weakestTier ?? 0);

/** A figure that leads to its list, of the tenant that the overview shows. Plain for those who may not open the list. */
export function ListLink({ to, filter = {}, className, label, children }: ListLinkProps) {
  const [{ tenant_id }] = useAddressState();
  if (!mayOpen(to)) return <span className={className}>{children}</span>;
  return (
    <Link
      to={to}
      search={{ tenant_id, ...filter } as never}
      className={`list-link ${className ?? ''}`}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
