import { errorTable } from '../../platform/kernel/app-error.ts';

export const tenantErrors = errorTable({
  'tenants.not_found': { status: 404, detail: 'Takvog saveza ili kluba nema.', when: 'No such tenant.' },
  'tenants.slug_taken': {
    status: 409,
    detail: 'Taj kratki naziv već ima drugi savez ili klub.',
    when: 'Another tenant has the slug.',
  },
});
