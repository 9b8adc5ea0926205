import type { importWords as croatian } from './import-words-hr.ts';

export const importWords: Readonly<Record<keyof typeof croatian, string>> = {
  'imports.status.checked': 'Ready to import',
  'imports.status.imported': 'Import started',
  'imports.status.again': 'Checked again',
  'imports.status.old': 'Only checked',
  'imports.status.queued': 'Queued',
  'imports.status.running': 'In progress',
  'imports.status.completed': 'Completed',
  'imports.status.failed': 'Stopped',
  'imports.status.undone': 'Undone',
};
