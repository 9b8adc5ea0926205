import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddressState } from '../routing/address-state.ts';
import { type PageLink, type PagePath, readSearch } from '../routing/page-search.ts';

interface PlaceLinkProps {
  readonly path: PagePath;
  readonly className: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A page of the menu, for the tenant that is being viewed. */
export function PlaceLink({ path, className, title, children }: PlaceLinkProps) {
  const [{ tenant_id }] = useAddressState();
  // TypeScript cannot see that path and search belong together: both come from `path`.
  const link = { to: path, search: readSearch(path)({ tenant_id }) } as PageLink;
  return (
    <Link {...link} activeOptions={{ includeSearch: false }} className={className} title={title}>
      {children}
    </Link>
  );
}
