import { type Static, Type } from 'typebox';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { LANGUAGES } from '../users/user.ts';
import { POLICY_VERSION } from './privacy-policies-settings.ts';
import { LONGEST_TEXT, type PrivacyPolicy } from './privacy-policy.ts';

export const PolicyQuery = Type.Object({
  tenant_id: Type.Optional(idOf({ description: 'Whose people ask; without it, what guests are asked about' })),
  version: Type.Optional(
    Type.String({ minLength: 1, ...POLICY_VERSION, description: 'An older one; without it, the one in force' }),
  ),
  language: Type.Optional(choice(LANGUAGES, { description: 'Of the default text, which there is in both' })),
});

export const PolicyAnswer = Type.Object(
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

export const PublishBody = Type.Object(
  {
    tenant_id: Type.Optional(idOf()),
    text: Type.String({ minLength: 1, maxLength: LONGEST_TEXT, description: 'Markdown' }),
    replaces: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The number of the newest; 0: none' }),
  },
  { title: 'PolicyToPublish' },
);

export const PublishedPolicy = Type.Object({
  tenant_id: Type.Integer(),
  number: Type.Integer(),
  version: Type.String(),
  text: Type.String(),
  published_at: instant,
});

export const PublishedPolicies = listAnswer(PublishedPolicy, 'PrivacyPolicyList');
export const PublishedQuery = Type.Object({ tenant_id: Type.Optional(idOf()), ...pageQuery });

export const showPublished = (policy: PrivacyPolicy): Static<typeof PublishedPolicy> => ({
  tenant_id: policy.tenant_id,
  number: policy.number,
  version: policy.version,
  text: policy.text,
  published_at: policy.published_at,
});
