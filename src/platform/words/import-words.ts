import type { Catalogue } from './catalogue.ts';
export const importWords = {
  'imports.status.checked': { hr: 'Čeka uvoz', en: 'Ready to import' },
  'imports.status.imported': { hr: 'Uvoz pokrenut', en: 'Import started' },
  'imports.status.again': { hr: 'Provjereno ponovno', en: 'Checked again' },
  'imports.status.old': { hr: 'Samo provjereno', en: 'Only checked' },
  'imports.status.queued': { hr: 'Na redu', en: 'Queued' },
  'imports.status.running': { hr: 'U tijeku', en: 'In progress' },
  'imports.status.completed': { hr: 'Završeno', en: 'Completed' },
  'imports.status.failed': { hr: 'Prekinuto', en: 'Stopped' },
  'imports.status.undone': { hr: 'Poništeno', en: 'Undone' },
} satisfies Catalogue;
