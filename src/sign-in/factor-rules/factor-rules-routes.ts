import { type Static, Type } from 'typebox';
import { readsFor } from '../../accounts/people-search/matching-people.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, MOST_ON_A_PAGE, pageAnswer } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { everyPage, listExport, sendList } from '../../platform/sheets/list-export.ts';
import { type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { listFileQuery } from '../../platform/sheets/sheet-wire.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { roleNames } from '../../platform/words/role-names.ts';
import { factorPolicyErrors } from './factor-rules-errors.ts';
import { listRules } from './factor-rules-store.ts';
import * as wire from './factor-rules-wire.ts';
import { type MissingFactor, type MissingQuery, missingFilter, showMissing } from './factor-rules-wire.ts';
import { findMissing, MISSING_LIST } from './find-missing.ts';
import { remindMissing } from './remind-missing.ts';
import { type FactorPolicyDeps, setFactorRules } from './set-factor-rules.ts';

/** One page of people without a required second factor, for the list and its export. */
async function listMissing(
  { database, factors }: Pick<FactorPolicyDeps, 'database' | 'factors'>,
  caller: Caller,
  { tenant_id, role, q = '', cursor, limit = DEFAULT_LIMIT }: Static<typeof MissingQuery>,
) {
  const { tenantId, below } = scopeOf(caller, tenant_id);
  const page = await findMissing(readsFor(database, q), factors, { tenantId, below, role, q, cursor, limit });
  return pageAnswer(MISSING_LIST, page, ({ sort_key, id }) => [sort_key, id], showMissing(factors.enrolTier));
}

/** The columns of the page. */
const columns: SheetColumns<Static<typeof MissingFactor>> = {
  person: { heading: columnWords['column.person'], cell: ({ full_name }) => full_name },
  email: { heading: columnWords['column.email'], cell: ({ email }) => email },
  role: { heading: columnWords['column.role'], cell: ({ role }, language) => roleNames[`role.${role}`][language] },
  tenant: { heading: columnWords['column.tenant'], cell: ({ tenant_name }) => tenant_name },
  due: {
    heading: columnWords['column.due'],
    cell: ({ due_at }, language) => timeOf(due_at) ?? { hr: 'pri idućoj prijavi', en: 'at the next sign-in' }[language],
  },
  reminded: { heading: columnWords['column.reminder'], cell: ({ reminded_at }) => timeOf(reminded_at) },
  lastSignIn: {
    heading: columnWords['column.lastSignIn'],
    cell: ({ last_login_at }) => timeOf(last_login_at),
  },
};

const timeOf = (at: string | null) => timeCell(at === null ? null : parseInstant(at));

const ExportMissingQuery = Type.Object({ ...missingFilter, ...listFileQuery(columns) });

const exportMissingRoute = (deps: FactorPolicyDeps): Route =>
  defineRoute({
    ...listExport('export.missing_factors', ['tenants.not_found']),
    path: '/api/admin/factor-policy/missing/export',
    summary: 'Those who lack a second factor as a file, by name',
    tag: 'Administration',
    access: permitted('factors.manage'),
    requiresReauth: 'always',
    request: { query: ExportMissingQuery },
    handle: (request, caller) => {
      const { format, language, columns: _chosen, ...wanted } = request.query;
      return sendList(deps.database, request, {
        action: 'export.missing_factors',
        tenantId: scopeOf(caller, wanted.tenant_id).tenantId,
        names: { hr: 'bez-drugog-koraka', en: 'without-second-step' },
        columns,
        pages: everyPage((page) => listMissing(deps, caller, { ...wanted, ...page, limit: MOST_ON_A_PAGE })),
      });
    },
  });

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
