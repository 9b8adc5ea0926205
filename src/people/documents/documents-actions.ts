import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { DocumentDetails } from './document.ts';

export const documentActions = {
  'document.create': action<DocumentMeta>(),
  'document.update': action<{ id: number; changed: Partial<DocumentDetails> }>(),
  'document.delete': action<DocumentMeta>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof documentActions> {}
}

type DocumentMeta = Pick<DocumentDetails, 'kind' | 'year' | 'title'> & { id: number; sha256: string };
