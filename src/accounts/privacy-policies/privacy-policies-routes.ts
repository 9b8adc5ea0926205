import { type Static, Type } from 'typebox';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer, pageQuery, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { open, permitted } from '../../platform/http/route-access.ts';
import { perAddress, perCaller } from '../../platform/http/route-limit.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { scopeOf } from '../permissions/scope.ts';
import { LANGUAGES } from '../users/user.ts';
import { getPolicy } from './find-policy.ts';
import { POLICY_VERSION } from './privacy-policies-settings.ts';
import { countPolicies, listPolicies } from './privacy-policies-store.ts';
import { LONGEST_TEXT, type PrivacyPolicy } from './privacy-policy.ts';
import { publishPolicy } from './publish-policy.ts';

const PolicyQuery = Type.Object({
  tenant_id: Type.Optional(idOf({ description: 'Whose people ask; without it, what guests are asked about' })),
  version: Type.Optional(
    Type.String({ minLength: 1, ...POLICY_VERSION, description: 'An older one; without it, the one in force' }),
  ),
  language: Type.Optional(choice(LANGUAGES, { description: 'Of the default text, which there is in both' })),
});

const PolicyAnswer = Type.Object(
  {
    version: Type.String(),
    number: Type.Union([Type.Integer(), Type.Null()], { description: 'null for the default text' }),
    source: choice(['tenant', 'default'], { description: 'Who wrote it: a tenant, or this project as a default' }),
    tenant_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the tenant whose policy it is' }),
    tenant_name: nullableText,
    since: nullableInstant,
    text: Type.String({ description: 'Markdown' }),
  },
  { title: 'PrivacyPolicy' },
);

const PublishBody = Type.Object(
  {
    tenant_id: Type.Optional(idOf()),
    text: Type.String({ minLength: 1, maxLength: LONGEST_TEXT, description: 'Markdown' }),
    replaces: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The number of the newest; 0: none' }),
  },
  { title: 'PolicyToPublish' },
);

const PublishedPolicy = Type.Object({
  tenant_id: Type.Integer(),
  number: Type.Integer(),
  version: Type.String(),
  text: Type.String(),
  published_at: instant,
});

const PublishedPolicies = listAnswer(PublishedPolicy, 'PrivacyPolicyList');
const PublishedQuery = Type.Object({ tenant_id: Type.Optional(idOf()), ...pageQuery });

const showPublished = (policy: PrivacyPolicy): Static<typeof PublishedPolicy> => ({
  tenant_id: policy.tenant_id,
  number: policy.number,
  version: policy.version,
  text: policy.text,
  published_at: policy.published_at,
});

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
    request: { query: PolicyQuery },
    responses: {
      success: ok(PolicyAnswer, 'The same for everybody'),
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
    request: { query: PublishedQuery },
    responses: { success: ok(PublishedPolicies, 'One page'), refusals: ['tenants.not_found'] },
    handle: async ({ query }, caller) => {
      const tenantId = scopeOf(caller, query.tenant_id).tenantId ?? caller.tenantId;
      const [before = Number.MAX_SAFE_INTEGER] =
        query.cursor === undefined ? [] : keyFromCursor(LIST, ['number'], query.cursor);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listPolicies(database.read, tenantId, { before: Number(before), limit: limit + 1 });
      const counted = await countPolicies(database.read, tenantId, TOTAL_CAP + 1);
      return pageAnswer(LIST, { rows, counted, limit }, ({ number }) => [number], showPublished);
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
    request: { body: PublishBody },
    responses: {
      success: { status: 201, description: 'Published', schema: PublishedPolicy },
      refusals: ['tenants.not_found', 'privacy_policies.outdated'],
    },
    handle: async ({ body: { tenant_id, text, replaces }, call }, caller) =>
      showPublished(await publishPolicy(database, call, { tenantId: tenant_id ?? caller.tenantId, text, replaces })),
  }),
];
