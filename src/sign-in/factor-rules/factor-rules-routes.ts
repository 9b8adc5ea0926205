import { scopeOf } from '../../accounts/permissions/scope.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { factorPolicyErrors } from './factor-rules-errors.ts';
import { listRules } from './factor-rules-store.ts';
import * as wire from './factor-rules-wire.ts';
import { exportMissingRoute, listMissing } from './list-missing.ts';
import { remindMissing } from './remind-missing.ts';
import { type FactorPolicyDeps, setFactorRules } from './set-factor-rules.ts';

const tag = 'Administration';
const path = '/api/admin/factor-policy';
const access = permitted('factors.manage');

export const factorPolicyRoutes = (deps: FactorPolicyDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: 'Who must have a second factor, by role, in every tenant and in the caller’s',
    tag,
    access,
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: {},
    responses: { success: ok(wire.FactorPolicyAnswer, 'All rules in the caller’s reach'), refusals: [] },
    handle: async (_request, caller) =>
      wire.showPolicy(await listRules(deps.database.read, scopeOf(caller)), deps.factors.enrolTier),
  }),
  defineRoute({
    method: 'PUT',
    path,
    summary: 'Replaces the rules of a tenant, or those of every tenant',
    tag,
    access,
    requiresReauth: 'always',
    limit: perCaller({ most: 30, within: minutes(1) }),
    audit: ['factor_policy.change'],
    request: { body: wire.SetFactorRulesBody },
    responses: {
      success: ok(wire.FactorPolicyAnswer, 'Set; all rules in the caller’s reach'),
      refusals: ['tenants.not_found', 'users.tier', ...Object.values(factorPolicyErrors)],
    },
    handle: async ({ body: { tenant_id: tenantId, rules }, call }, caller) => {
      await setFactorRules(deps, call, { tenantId, rules });
      return wire.showPolicy(await listRules(deps.database.read, scopeOf(caller)), deps.factors.enrolTier);
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/missing`,
    isSearch: true,
    summary: 'Active people of whom a second factor is asked, now or soon, and who have none, by name',
    tag,
    access,
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: wire.MissingQuery },
    responses: { success: ok(wire.MissingFactors, 'One page'), refusals: ['tenants.not_found'] },
    handle: ({ query }, caller) => listMissing(deps, caller, query),
  }),
  exportMissingRoute(deps),
  defineRoute({
    method: 'POST',
    path: `${path}/missing/remind`,
    summary: 'Mails them, nobody more than once in seven days',
    tag,
    access,
    limit: perCaller({ most: 60, within: hours(1) }),
    audit: ['factor_policy.remind'],
    request: { body: wire.RemindBody },
    responses: {
      success: ok(wire.RemindedAnswer, 'Mails are on their way'),
      refusals: ['tenants.not_found'],
    },
    handle: ({ body: { tenant_id, role, q = '' }, call }, caller) =>
      remindMissing(deps, call, { ...scopeOf(caller, tenant_id), role, q }),
  }),
];
