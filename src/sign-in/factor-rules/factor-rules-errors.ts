import { errorTable } from '../../platform/kernel/app-error.ts';

export const factorPolicyErrors = errorTable({
  'factor_policy.every_tenant': {
    status: 403,
    detail: 'Pravila za sve saveze postavlja glavni administrator.',
    when: 'Somebody who manages one tenant sets rules for every tenant.',
  },
  'factor_policy.weaker': {
    status: 409,
    detail: 'Pravilo ne smije biti blaže od onoga koje vrijedi za sve. Odaberite manje dana.',
    when: 'The rule would be due later than the default, or than the rule that every tenant has for the same role.',
  },
  'factor_policy.set_above': {
    status: 409,
    detail: 'To je pravilo postavio glavni administrator. Možete ga postrožiti, ali ne ublažiti ni ukloniti.',
    when: 'Somebody who manages one tenant drops a rule that a superadmin has set for it, or grants more days than that rule.',
  },
});
