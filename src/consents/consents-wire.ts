import { Type } from 'typebox';
import { POLICY_VERSION } from '../config/privacy-settings.ts';
import { idOf } from '../http/id-wire.ts';
import { listAnswer, pageQuery } from '../http/list-wire.ts';
import type { Consent } from './consent.ts';

/** Short names; what they mean is the policy's affair. */
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
  recorded_at: Type.String({ format: 'date-time' }),
};

export const ConsentAnswer = Type.Object(
  { ...shared, consent_required: Type.Boolean({ description: 'The policy in force is another one' }) },
  { title: 'RecordedConsent' },
);

const joinedAt = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'When a record made before signing in joined the account',
});

export const OwnConsentItem = Type.Object({ ...shared, joined_at: joinedAt });
export const OwnConsents = listAnswer(OwnConsentItem, 'ConsentHistory');
export const ManagedConsentItem = Type.Object({ ...shared, user_id: Type.Integer(), joined_at: joinedAt });
export const ManagedConsents = listAnswer(ManagedConsentItem, 'ConsentList');

export const HistoryQuery = Type.Object(pageQuery);
export const ManagedQuery = Type.Object({ user_id: Type.Optional(idOf()), ...pageQuery });

export const showConsent = ({ id, policy_version, categories, recorded_at, joined_at }: Consent) => ({
  consent_id: id,
  policy_version,
  recorded_at,
  joined_at,
  categories: JSON.parse(categories) as Record<string, boolean>,
});

export const showManagedConsent = (consent: Consent) => ({ ...showConsent(consent), user_id: consent.user_id });
