import { type Static, Type } from 'typebox';
import { choice, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { LONGEST_NAME, PASSKEY_STATES } from './passkey.ts';
import { OFF_REASONS } from './relying-party.ts';

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

/** At most 1023 bytes (WebAuthn level 3 §4, "credential ID"). */
const credentialId = base64url(1364);
/** About 120 characters in practice; some clients add members. */
const clientDataJson = base64url(4096);
const challengeId = Type.String({ minLength: 1, maxLength: 2048, description: 'As it came with the options' });

/** As `PublicKeyCredential.toJSON()` gives it (§5.1); members that are not read may follow. */
const credential = { id: credentialId, rawId: credentialId, type: Type.Literal('public-key') };

export const AssertionJson = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: clientDataJson,
      authenticatorData: base64url(4096),
      signature: base64url(2048),
      userHandle: Type.Optional(Type.Union([base64url(86), Type.Null()])),
    }),
  },
  { title: 'PasskeyAssertion', description: 'What `navigator.credentials.get()` gives, by `toJSON()`' },
);
export type AssertionJson = Static<typeof AssertionJson>;

export const RegistrationJson = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: clientDataJson,
      attestationObject: base64url(16_384),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
    }),
  },
  { title: 'PasskeyRegistration', description: 'What `navigator.credentials.create()` gives, by `toJSON()`' },
);
export type RegistrationJson = Static<typeof RegistrationJson>;

/** The members of the body that sign in with a passkey. */
export const AssertionMembers = { challenge_id: challengeId, passkey: AssertionJson };

export const PasskeyProofBody = Type.Object(AssertionMembers);

const name = Type.String({ minLength: 1, maxLength: LONGEST_NAME });

/** The members of the body that add a passkey. */
export const RegistrationMembers = { challenge_id: challengeId, passkey: RegistrationJson };

/** The use of the new key, by default signing in; and whether the browser is to make it by itself. */
export const NewPasskeyQuery = Type.Object({
  purpose: Type.Optional(Type.Literal('second_step')),
  mediation: Type.Optional(
    Type.Literal('conditional', {
      description: 'For `navigator.credentials.create({ mediation: "conditional" })`, where nobody need be present',
    }),
  ),
});

export const AddPasskeyBody = Type.Object({ ...RegistrationMembers, name: Type.Optional(name) });

export const RenamePasskeyBody = Type.Object({ name });

const options = Type.Object(
  {},
  { additionalProperties: true, description: 'For `PublicKeyCredential.parse…OptionsFromJSON()`' },
);

/** Options, and what to send back with the answer to them. */
export const OptionsAnswer = Type.Object(
  { challenge_id: Type.String(), options },
  { title: 'PasskeyOptions', description: 'Good for five minutes and one answer' },
);

export const PasskeyAnswer = Type.Object(
  {
    id: Type.Integer(),
    credential_id: Type.String(),
    name: Type.String(),
    provider: nullableText,
    synced: Type.Boolean({ description: 'May be copied to other devices of its owner' }),
    backed_up: Type.Boolean(),
    transports: Type.Array(Type.String()),
    second_step_only: Type.Boolean({ description: 'Opens nothing by itself; a password or another proof comes first' }),
    state: choice(PASSKEY_STATES),
    created_at: instant,
    last_used_at: nullableInstant,
  },
  { title: 'Passkey' },
);

export const OwnPasskeysAnswer = Type.Object(
  {
    available: Type.Boolean({ description: 'Whether browsers make passkeys for this address of the service' }),
    unavailable_reason: Type.Union([choice(OFF_REASONS), Type.Null()]),
    rp_id: nullableText,
    user_handle: nullableText,
    most: Type.Integer(),
    items: Type.Array(PasskeyAnswer),
  },
  { title: 'OwnPasskeys' },
);

export const PasskeyEndpointsAnswer = Type.Object(
  { enroll: Type.String({ format: 'uri' }), manage: Type.String({ format: 'uri' }) },
  { title: 'PasskeyEndpoints', description: 'W3C, A Well-Known URL for Relying Party Passkey Endpoints' },
);

export const RelatedOriginsAnswer = Type.Object(
  { origins: Type.Array(Type.String()) },
  { title: 'RelatedOrigins', description: 'WebAuthn level 3 §5.11.1' },
);
