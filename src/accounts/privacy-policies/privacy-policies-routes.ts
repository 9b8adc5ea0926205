import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { open, permitted } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { scopeOf } from '../permissions/scope.ts';
import { getPolicy } from './find-policy.ts';
import { countPolicies, listPolicies } from './privacy-policies-store.ts';
import * as wire from './privacy-policies-wire.ts';
import { publishPolicy } from './publish-policy.ts';

export interface PrivacyPoliciesDeps extends Pick<Platform, 'database'> {
  readonly defaultPolicyVersion: string;
}

const tag = 'Privacy';
const path = '/api/admin/privacy-policies';
const access = permitted('policies.publish');
const LIST = 'privacy-policies';

export const privacyPoliciesRoutes = ({ database, defaultPolicyVersion }: PrivacyPoliciesDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/api/privacy-policy',
    summary: 'The privacy policy of a tenant or for guests, or an older version',
    tag,
    access: open('everybody may read what they are asked to confirm'),
    limit: perAddress({ most: 600, within: minutes(1) }), // a whole school may sit behind one address
    audit: [],
    request: { query: wire.PolicyQuery },
    responses: {
      success: ok(wire.PolicyAnswer, 'The same for everybody'),
      refusals: ['privacy_policies.not_found'],
    },
    handle: ({ query: { tenant_id: tenantId, version, language = 'hr' } }) =>
      getPolicy(database.read, defaultPolicyVersion, { tenantId, version, language }),
  }),
  defineRoute({
    method: 'GET',
    path,
    summary: 'The versions of a tenant’s own privacy policy, newest first',
    tag,
    access,
    limit: perCaller({ most: 120, within: minutes(1) }),
    audit: [],
    request: { query: wire.PublishedQuery },
    responses: { success: ok(wire.PublishedPolicies, 'One page'), refusals: ['tenants.not_found'] },
    handle: async ({ query }, caller) => {
      const tenantId = scopeOf(caller, query.tenant_id).tenantId ?? caller.tenantId;
      const [before = Number.MAX_SAFE_INTEGER] =
        query.cursor === undefined ? [] : keyFromCursor(LIST, ['number'], query.cursor);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listPolicies(database.read, tenantId, { before: Number(before), limit: limit + 1 });
      const counted = await countPolicies(database.read, tenantId, TOTAL_CAP + 1);
      return pageAnswer(LIST, { rows, counted, limit }, ({ number }) => [number], wire.showPublished);
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    summary: 'Publishes the next version of a tenant’s privacy policy; its people are asked to confirm it',
    tag,
    access,
    limit: perCaller({ most: 30, within: minutes(1) }),
    audit: ['policy.publish'],
    request: { body: wire.PublishBody },
    responses: {
      success: { status: 201, description: 'Published', schema: wire.PublishedPolicy },
      refusals: ['tenants.not_found', 'privacy_policies.outdated'],
    },
    handle: async ({ body: { tenant_id, text, replaces }, call }, caller) =>
      wire.showPublished(
        await publishPolicy(database, call, { tenantId: tenant_id ?? caller.tenantId, text, replaces }),
      ),
  }),
];
