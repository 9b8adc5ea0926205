import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PageLink, type PagePath, readSearch } from '../routing/pages.ts';
import { entryOf } from './navigation.ts';
import { useChosenTenant } from './use-chosen-tenant.ts';

interface PlaceLinkProps {
  readonly path: PagePath;
  readonly className: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A page of the menu, for the tenant that the viewer chose. */
export function PlaceLink({ path, className, title, children }: PlaceLinkProps) {
  const link = placeOf(path, useChosenTenant());
  const { pathname } = useLocation();
  const isShown = entryOf(pathname) === path ? ({ 'data-status': 'active', 'aria-current': 'page' } as const) : {};
  return (
    <Link {...link} activeOptions={{ includeSearch: false }} className={className} title={title} {...isShown}>
      {children}
    </Link>
  );
}

/** The link to a page of the menu; pages that are not narrowed drop the tenant. */
export const placeOf = (path: PagePath, tenantId: string | undefined): PageLink =>
  // TypeScript cannot see that path and search belong together: both come from `path`.
  ({ to: path, search: readSearch(path)({ tenant_id: tenantId }) }) as PageLink;
