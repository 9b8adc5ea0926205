import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const tenantErrors = declareRefusals({
  'tenants.not_found': {
    status: 404,
    hr: 'Takvog saveza ili kluba nema.',
    en: 'Federation or club not found.',
    when: 'No such tenant.',
  },
  'tenants.slug_taken': {
    status: 409,
    hr: 'Taj kratki naziv već ima drugi savez ili klub.',
    en: 'That short name is already taken.',
    when: 'Another tenant has the slug.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof tenantErrors> {}
}
