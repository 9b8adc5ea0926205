import { errorTable } from '../../platform/kernel/app-error.ts';

export const auditErrors = errorTable({
  'audit.not_found': { status: 404, detail: 'Takvog zapisa nema.', when: 'No such record, or one of another tenant.' },
});
