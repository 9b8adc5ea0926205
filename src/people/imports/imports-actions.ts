import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import type { Import, ImportFailure } from './import.ts';
import type { Column } from './import-columns.ts';

interface Ending {
  readonly import_id: number;
  readonly status: Import['status'];
  readonly failure?: ImportFailure;
}

export const importActions = {
  'import.start': action<Pick<Import, 'total' | 'mode' | 'invitations'> & { import_id: number }>({
    group: 'imports',
    act: { hr: 'pokrenut uvoz', en: 'import started' },
    deed: { en: 'started an import' },
  }),
  'import.finish': action<Ending & Pick<Import, 'mode' | 'created' | 'skipped' | 'failed'> & { updated?: number }>({
    group: 'imports',
    act: { hr: 'završen uvoz', en: 'import finished' },
    deed: { en: 'finished an import' },
  }),
  'import.undo': action<Ending & Pick<Import, 'undone' | 'kept'>>({
    group: 'imports',
    act: { hr: 'poništen uvoz', en: 'import undone' },
    deed: { en: 'undid an import' },
  }),
  'import.correct': action<{ import_id: number; line: number; columns: readonly Column[] }>({
    group: 'imports',
    act: { hr: 'ispravljen redak datoteke za uvoz', en: 'row of a file for import corrected' },
    deed: { en: 'corrected a row of a file for import' },
  }),
  'import.forget_mapping': action<{ mapping_id: string }>({
    group: 'imports',
    act: { hr: 'uklonjeno zapamćeno čitanje datoteke', en: 'remembered reading of a file removed' },
    deed: { en: 'removed the remembered reading of a file' },
  }),
  'export.imports': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis uvoza', en: 'list of imports downloaded' },
    deed: { en: 'downloaded the list of imports' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof importActions> {}
}
