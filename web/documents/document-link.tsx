import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Document } from '../../client/wire-types.ts';
import type { AddressState } from '../page-paths.ts';

/** Opens a document on the page; as a link it can be opened in another tab, too. */
export const DocumentLink = ({
  document: { id },
  className,
  children,
}: {
  readonly document: Document;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <Link
    to="."
    search={((before: AddressState) => ({ ...before, document: String(id) })) as never}
    className={className}
    preload={false}
  >
    {children}
  </Link>
);
