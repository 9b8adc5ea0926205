import { DUPLICATES_LIST, duplicateKey, listDuplicates } from '../../accounts/people-search/list-duplicates.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer } from '../../platform/http/list-wire.ts';
import { permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { showManagedUser, type UserAdminDeps } from './show-managed-user.ts';
import { DuplicateAnswer, DuplicatesQuery } from './user-admin-wire.ts';

export const duplicatesRoute = (deps: UserAdminDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/duplicates',
    isSearch: true,
    summary: 'People in the caller’s scope who may be one person: the same OIB, or the same name and telephone',
    tag: 'Administration',
    access: permitted('people.manage'),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: [],
    request: { query: DuplicatesQuery },
    responses: {
      success: ok(listAnswer(DuplicateAnswer, 'DuplicateList'), 'Pairs, each of somebody with the oldest like them'),
      refusals: ['tenants.not_found'],
    },
    handle: async ({ query: { tenant_id, limit = DEFAULT_LIMIT, cursor } }, caller) => {
      const { tenantId, below } = scopeOf(caller, tenant_id);
      const at = nowOf(deps.clock);
      const page = await listDuplicates(deps.database, { tenantId, below, limit, cursor, at });
      const show = showManagedUser(deps, caller);
      return pageAnswer(DUPLICATES_LIST, page, duplicateKey, ({ same, people }) => ({
        same,
        people: people.map((person) => ({ ...show(person), invitation: person.invitation })),
      }));
    },
  });
