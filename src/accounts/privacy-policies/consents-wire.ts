import { Type } from 'typebox';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { idOf, instant } from '../../platform/http/wire.ts';
import type { Consent } from './consent.ts';
import { POLICY_VERSION } from './privacy-policies-settings.ts';

/** Short names; the policy defines their meaning. */
const Categories = Type.Object(
  { necessary: Type.Literal(true) },
  {
    additionalProperties: Type.Boolean(),
    propertyNames: { pattern: '^[a-z][a-z0-9_-]{0,30}$' },
    maxProperties: 20,
    description: 'What was agreed to. `necessary` cannot be refused.',
  },
);

export const ConsentBody = Type.Object(
  { policy_version: Type.String({ minLength: 1, ...POLICY_VERSION }), categories: Categories },
  { title: 'ConsentBody' },
);

const shared = {
  consent_id: Type.Integer(),
  policy_version: Type.String(),
  categories: Type.Object({}, { additionalProperties: Type.Boolean() }),
  recorded_at: instant,
};

export const ConsentAnswer = Type.Object(
  { ...shared, consent_required: Type.Boolean({ description: 'The current policy is another one' }) },
  { title: 'RecordedConsent' },
);

const joinedAt = Type.Union([instant, Type.Null()], {
  description: 'When a consent given before signing in was attached to the account',
});

const OwnConsentItem = Type.Object({ ...shared, joined_at: joinedAt });
export const OwnConsents = Type.Object(
  {
    ...listAnswer(OwnConsentItem, 'ConsentHistory').properties,
    policy: Type.Object(
      { version: Type.String(), url: Type.String({ format: 'uri' }) },
      { description: "The policy in force for the caller's tenant, and the page that shows it" },
    ),
  },
  { title: 'ConsentHistory' },
);
const ManagedConsentItem = Type.Object({ ...shared, user_id: Type.Integer(), joined_at: joinedAt });
export const ManagedConsents = listAnswer(ManagedConsentItem, 'ConsentList');

export const HistoryQuery = Type.Object(pageQuery);
export const ManagedQuery = Type.Object({ user_id: Type.Optional(idOf()), ...pageQuery });

export const showConsent = ({ id, policy_version, categories, recorded_at, joined_at }: Consent) => ({
  consent_id: id,
  policy_version,
  recorded_at,
  joined_at,
  categories,
});

export const showManagedConsent = (consent: Consent) => ({ ...showConsent(consent), user_id: consent.user_id });
