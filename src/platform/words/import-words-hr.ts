export const importWords = {
  'imports.status.checked': 'Čeka uvoz',
  'imports.status.imported': 'Uvoz pokrenut',
  'imports.status.again': 'Provjereno ponovno',
  'imports.status.old': 'Samo provjereno',
  'imports.status.queued': 'Na redu',
  'imports.status.running': 'U tijeku',
  'imports.status.completed': 'Završeno',
  'imports.status.failed': 'Stalo',
  'imports.status.undone': 'Poništeno',
};
