import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import { factorRulesTable } from './factor-rule.ts';
import { factorPolicyErrors } from './factor-rules-errors.ts';
import { factorPolicyRoutes } from './factor-rules-routes.ts';
import { factorRemindersTable } from './factor-rules-store.ts';
import type { FactorPolicyDeps } from './set-factor-rules.ts';

export const factorPolicyPersonalData: PersonalDataContributor = {
  room: 'factor-policy',
  ...rowsOfPerson([factorRemindersTable]),
  description: {
    holds: 'when somebody was last reminded to turn on two-step sign-in',
    erased: 'removed',
  },
};

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** `due_at` is empty if a second factor is already required. */
    'second-factor-missing': { readonly due_at: Instant | '' };
  }
}

const factorPolicyMails: MailTemplates<'second-factor-missing'> = {
  'second-factor-missing': {
    hr: ({ due_at }) => ({
      subject: 'Uključite drugi korak prijave',
      paragraphs: [
        due_at === ''
          ? 'Vaša uloga traži drugi korak prijave: kod s telefona uz lozinku. Pri sljedećoj prijavi najprije ćemo Vas zamoliti da ga uključite.'
          : `Vaša uloga traži drugi korak prijave: kod s telefona uz lozinku. Uključite ga do ${croatianTime(due_at)}; nakon toga bez njega nećete moći nastaviti.`,
        'Traje oko dvije minute: prijavite se, otvorite stranicu „Moj račun” i na kartici Sigurnost uključite drugi korak prijave.',
      ],
      button: { label: 'Prijavi se', path: '/login' },
      notes: ['Ako ne znate kako, javite se svojem administratoru.'],
    }),
    en: ({ due_at }) => ({
      subject: 'Turn on two-step sign-in',
      paragraphs: [
        due_at === ''
          ? 'Your role requires two-step sign-in: a code from your phone besides your password. When you next sign in we will ask you to turn it on first.'
          : `Your role requires two-step sign-in: a code from your phone besides your password. Please turn it on by ${englishTime(due_at)}; after that you will not be able to go on without it.`,
        'It takes about two minutes: sign in, open My account and turn on two-step sign-in under Security.',
      ],
      button: { label: 'Sign in', path: '/login' },
      notes: ['If you do not know how, contact your administrator.'],
    }),
  },
};

/** Days of grace by role. */
type Grace = Readonly<Record<string, number>>;

const factorPolicyActions = {
  /** A record without a tenant is about the rules of every tenant. */
  'factor_policy.change': action<{ before: Grace; after: Grace }>({
    group: 'secondStep',
    act: { hr: 'promijenjena pravila o drugom koraku prijave', en: 'rules for two-step sign-in changed' },
    deed: { en: 'changed the rules for two-step sign-in' },
  }),
  'factor_policy.remind': action<{ reminded: number }>({
    group: 'secondStep',
    act: { hr: 'poslan podsjetnik na drugi korak prijave', en: 'reminder of two-step sign-in sent' },
    deed: { en: 'sent reminders of two-step sign-in' },
  }),
  'export.missing_factors': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis ljudi bez drugog koraka', en: 'list of people without two-step sign-in downloaded' },
    deed: { en: 'downloaded the list of people without two-step sign-in' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof factorPolicyActions> {}
}

export const factorPolicyRoom = defineRoom({
  name: 'factor-rules',
  refusals: factorPolicyErrors,
  tables: [factorRulesTable, factorRemindersTable],
  auditActions: factorPolicyActions,
  mails: factorPolicyMails,
  personalData: () => factorPolicyPersonalData,
  retention: [
    {
      name: 'factor_reminders',
      keptFor: days(90),
      what: 'when somebody was reminded to turn on two-step sign-in',
      forget: dropRowsBefore(factorRemindersTable, 'reminded_at'),
    },
  ],
  open: (deps: FactorPolicyDeps) => ({ routes: factorPolicyRoutes(deps) }),
});
