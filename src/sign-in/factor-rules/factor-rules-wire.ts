import { type Static, Type } from 'typebox';
import { factorDueAt } from '../../accounts/permissions/must-enrol.ts';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText, PeopleSearched } from '../../platform/http/wire.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { type FactorRule, MOST_GRACE_DAYS, tenantIn } from './factor-rule.ts';
import { rolesByDefault } from './find-missing.ts';
import type { MissingRow } from './missing-factors-store.ts';

const GraceDays = Type.Integer({
  minimum: 0,
  maximum: MOST_GRACE_DAYS,
  description: 'Days between the rule, or the person’s account where that is newer, and the day from which it binds',
});

const nullableTenant = (description: string) => Type.Union([idOf(), Type.Null()], { description });

export const FactorPolicyAnswer = Type.Object(
  {
    rules: Type.Array(
      Type.Object({
        tenant_id: nullableTenant('null: every tenant'),
        tenant_name: nullableText,
        role: choice(ROLES),
        grace_days: GraceDays,
        most_days: Type.Union([Type.Integer(), Type.Null()], {
          description:
            'A superadmin has set the rule: whoever manages the tenant leaves no more days and cannot drop it; null: they may',
        }),
        since: instant,
        due_at: instant,
      }),
    ),
    default_roles: Type.Array(choice(ROLES), {
      description: 'Of whom the setting of the service asks it at once, in roles without a rule for every tenant',
    }),
  },
  { title: 'FactorPolicy' },
);

export const SetFactorRulesBody = Type.Object(
  {
    tenant_id: nullableTenant('Whose rules these are, all of them; null: those of every tenant'),
    rules: Type.Array(Type.Object({ role: choice(ROLES), grace_days: GraceDays }), { maxItems: ROLES.length }),
  },
  { title: 'FactorRules' },
);

export const MissingFactor = Type.Object({
  id: Type.Integer(),
  full_name: Type.String(),
  email: Type.String(),
  avatar_url: nullableText,
  role: choice(ROLES),
  tenant_id: Type.Integer(),
  tenant_name: Type.String(),
  due_at: Type.Union([instant, Type.Null()], { description: 'From when on it binds; null: it has since ever' }),
  last_login_at: nullableInstant,
  reminded_at: nullableInstant,
});

export const MissingFactors = listAnswer(MissingFactor, 'MissingFactorList');

const narrowed = { tenant_id: Type.Optional(idOf()), role: Type.Optional(choice(ROLES)) };

/** Whom the list, its file and the reminder are about. */
export const missingFilter = { ...narrowed, q: PeopleSearched };

export const MissingQuery = Type.Object({ ...missingFilter, ...pageQuery });
export const RemindBody = Type.Object(missingFilter, { title: 'FactorReminder' });

export const RemindedAnswer = Type.Object(
  {
    reminded: Type.Integer({ description: 'Mails that are on their way' }),
    recently: Type.Integer({ description: 'Left out, since they were reminded within the last seven days' }),
    more: Type.Boolean({ description: 'There are more than one call reminds: call again' }),
  },
  { title: 'FactorsReminded' },
);

export const showPolicy = (
  rules: readonly (FactorRule & { readonly name: string | null })[],
  enrolTier: number,
): Static<typeof FactorPolicyAnswer> => ({
  rules: rules.map((rule) => ({
    tenant_id: tenantIn(rule),
    tenant_name: rule.name,
    role: rule.role,
    grace_days: rule.grace_days,
    most_days: rule.most_days,
    since: rule.since,
    due_at: instantAt(epochOf(rule.since) + days(rule.grace_days)),
  })),
  default_roles: rolesByDefault(enrolTier),
});

export const showMissing =
  (enrolTier: number) =>
  (row: MissingRow): Static<typeof MissingFactor> => ({
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    avatar_url: row.avatar_url,
    role: row.role,
    tenant_id: row.tenant_id,
    tenant_name: row.tenant_name,
    due_at: factorDueAt(row, enrolTier) || null,
    last_login_at: row.last_login_at,
    reminded_at: row.reminded_at,
  });
