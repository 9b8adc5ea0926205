import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Document } from '../../client/wire-types.ts';

/** Opens a document on the page; being a link, also in a new tab. */
export const DocumentLink = ({
  document: { id },
  className,
  children,
}: {
  readonly document: Document;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <Link to="." search={(before) => ({ ...before, document: String(id) })} className={className} preload={false}>
    {children}
  </Link>
);
