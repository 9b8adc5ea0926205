import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const factorPolicyErrors = declareRefusals({
  'factor_policy.every_tenant': {
    status: 403,
    hr: 'Pravila za sve saveze i klubove postavlja glavni administrator.',
    en: 'Rules for all federations and clubs are set by a head administrator.',
    when: 'Somebody who manages one tenant sets rules for every tenant.',
  },
  'factor_policy.weaker': {
    status: 409,
    hr: 'Pravilo ne smije biti blaže od onoga koje vrijedi za sve. Odaberite manje dana.',
    en: 'A rule must not be weaker than the one that holds for all. Choose fewer days.',
    when: 'The rule would be due later than the default, or than the rule that every tenant has for the same role.',
  },
  'factor_policy.set_above': {
    status: 409,
    hr: 'To je pravilo postavio glavni administrator. Možete ga postrožiti, ali ne ublažiti ni ukloniti.',
    en: 'A head administrator has set this rule. You can make it stricter, but neither weaken nor remove it.',
    when: 'Somebody who manages one tenant drops a rule that a superadmin has set for it, or grants more days than that rule.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof factorPolicyErrors> {}
}
