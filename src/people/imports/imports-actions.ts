import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import type { Import, ImportFailure } from './import.ts';

export const importActions = {
  'import.start': action<Pick<Import, 'total' | 'mode' | 'invitations'> & { import_id: number }>(),
  'import.finish': action<Ending & Pick<Import, 'mode' | 'created' | 'skipped' | 'failed'>>(),
  'import.undo': action<Ending & Pick<Import, 'undone' | 'kept'>>(),
  'export.imports': action<ListExported>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof importActions> {}
}

interface Ending {
  readonly import_id: number;
  readonly status: Import['status'];
  readonly failure?: ImportFailure;
}
