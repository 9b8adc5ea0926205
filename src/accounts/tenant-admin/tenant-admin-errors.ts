import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const tenantAdminErrors = declareRefusals({
  'tenants.cycle': {
    status: 409,
    hr: 'Savez ili klub ne može biti ispod sebe ni ispod onih koji mu pripadaju.',
    en: 'A federation or club cannot be below itself, nor below what is below it.',
    when: 'The new place is the tenant itself, or below it.',
  },
  'tenants.depth': {
    status: 409,
    hr: 'Ispod toga se ne može ništa dodati: stablo ima najviše četiri razine.',
    en: 'There is no room below: there are four levels at most.',
    when: 'The tenant, or one below it, would be on a fifth level.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof tenantAdminErrors> {}
}
