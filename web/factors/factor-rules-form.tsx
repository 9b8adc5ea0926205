import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '../../client/route-types.ts';
import type { FactorPolicy, Role } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { may, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { ReadyButton } from '../components/form/ready-button.tsx';
import { Section } from '../components/form/section.tsx';
import { useTyped } from '../components/form/use-typed.ts';
import { onDay } from '../components/frame/times.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { factorPolicyQuery, MISSING_KEY } from './factor-queries.ts';

const ROLES: readonly Role[] = ['superadmin', 'admin', 'manager', 'member', 'guest'];
const DAYS: readonly number[] = [0, 7, 14, 30, 60, 90];

/** Days of grace by role; empty where no second factor is required. */
type Typed = Readonly<Record<string, string>>;

interface FactorRulesFormProps {
  readonly policy: FactorPolicy;
  /** `null`: every tenant. */
  readonly tenantId: number | null;
}

/** The rules of one tenant, or of all: whether each role must have a second factor, and after how many days. */
export function FactorRulesForm({ policy, tenantId }: FactorRulesFormProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const own = policy.rules.filter((rule) => rule.tenant_id === tenantId);
  const [typed, type, settle] = useTyped<Typed>(`factors-${tenantId ?? 'all'}`, gracesOf(policy, tenantId));
  const saving = useMutation({
    mutationFn: (wanted: Typed) =>
      service.call('PUT /api/admin/factor-policy', { tenant_id: tenantId, rules: rulesOf(wanted) }),
    onSuccess: async (saved) => {
      sayDone(say('factors.saved'));
      settle(gracesOf(saved, tenantId));
      queries.setQueryData(factorPolicyQuery.queryKey, saved);
      await queries.invalidateQueries({ queryKey: [MISSING_KEY] });
      await queries.fetchQuery(meQuery); // it may be the viewer who is asked now
    },
  });
  const weakest = viewer()?.tier ?? 0;
  const mayAll = may('tenants.all');
  const roles = ROLES.filter((_, tier) => tier >= weakest);
  const isChanged = roles.some((role) => (typed[role] ?? '') !== (gracesOf(policy, tenantId)[role] ?? ''));
  return (
    <Section
      title={say(tenantId === null ? 'factors.rules.all' : 'factors.rules.tenant')}
      text={say(tenantId === null ? 'factors.rules.all.text' : 'factors.rules.tenant.text')}
    >
      <form
        noValidate
        className="factor-rules"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(typed);
        }}
      >
        {saving.isError && !(saving.error instanceof NotConfirmedError) && <ProblemNotice error={saving.error} />}
        {roles.map((role) => (
          <div key={role} className="factor-rule">
            <NativeSelect
              size="md"
              label={say(`role.${role}`)}
              description={standing(policy, { role, tenantId }, say, language)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={typed[role] ?? ''}
              data={choices(
                own.find((rule) => rule.role === role),
                mayAll,
                say,
              )}
              onChange={(event) => {
                const { value } = event.currentTarget;
                type((before) => ({ ...before, [role]: value }));
              }}
            />
          </div>
        ))}
        <ReadyButton type="submit" loading={saving.isPending} ready={isChanged}>
          {say('factors.save')}
        </ReadyButton>
      </form>
    </Section>
  );
}

const gracesOf = ({ rules }: FactorPolicy, tenantId: number | null): Typed =>
  Object.fromEntries(
    rules.filter((rule) => rule.tenant_id === tenantId).map(({ role, grace_days }) => [role, String(grace_days)]),
  );

const rulesOf = (typed: Typed): Body<'PUT /api/admin/factor-policy'>['rules'] =>
  ROLES.flatMap((role) => (typed[role] ? [{ role, grace_days: Number(typed[role]) }] : []));

/** What a superadmin has set for a tenant can be made stricter there, and no more. */
function choices(rule: FactorPolicy['rules'][number] | undefined, mayAll: boolean, say: Say) {
  const { grace_days: current = 0, most_days = null } = rule ?? {};
  const days = DAYS.includes(current) ? DAYS : [...DAYS, current].toSorted((a, b) => a - b);
  const most = mayAll ? null : most_days;
  return [
    ...(most === null ? [{ value: '', label: say('factors.none') }] : []),
    ...days
      .filter((count) => most === null || count <= most)
      .map((count) => ({
        value: String(count),
        label: count === 0 ? say('factors.atOnce') : say('factors.within', { count }),
      })),
  ];
}

/** From when on it holds, by the rule that is saved; else what holds anyway. */
function standing(
  { rules, default_roles }: FactorPolicy,
  { role, tenantId }: { role: Role; tenantId: number | null },
  say: Say,
  language: Language,
): string | undefined {
  const of = (scope: number | null) => rules.find((rule) => rule.role === role && rule.tenant_id === scope);
  const own = of(tenantId);
  if (own) return say('factors.from', { when: onDay(own.due_at, language) });
  const common = tenantId === null ? undefined : of(null);
  if (common) return say('factors.fromAll', { when: onDay(common.due_at, language) });
  return default_roles.includes(role) ? say('factors.default') : undefined;
}
