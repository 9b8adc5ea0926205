// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInstant } from '../kernel/clock.ts';
import type { Passkey } from './passkey.ts';
import { verifyAssertion } from './verify-assertion.ts';
import { verifyRegistration } from './verify-registration.ts';

/** W3C Web Authentication level 3, §16 "Test vectors"; all are for this relying party. */
const PARTY = { isOn: true, id: 'example.org', origins: ['https://example.org'] } as const;

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

/** §16.2 "ES256 Credential with No Attestation". */
const NONE_ES256 = {
  credentialId: 'f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4',
  publicKey:
    'a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220',
  registration: {
    challenge: '00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130',
    clientData:
      '7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20426b5165446a646354427258426941774a544c453551227d',
    attestation:
      'a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220',
  },
  assertion: {
    challenge: '39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408',
    clientData:
      '7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d',
    authenticatorData: 'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000',
    signature:
      '3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87',
  },
} as const;

/** §16.3 "ES256 Credential with Self Attestation". */
const PACKED_SELF_ES256 = {
  credentialId: '455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c',
  challenge: '7869c2b772d4b58eba9378cf8f29e26cf935aa77df0da89fa99c0bdc0a76f7e5',
  clientData:
    '7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a2265476e4374334c55745936366b336a506a796e6962506b31716e666644616966715a774c33417032392d55222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a205539685458764b453255526b4d6e625f307859485667227d',
  attestation:
    'a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c92120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d68617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6afbdfab51697791506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58ca5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2',
} as const;

interface RegistrationVector {
  readonly challenge: string;
  readonly clientData: string;
  readonly attestation: string;
}

const register = (credentialId: string, { challenge, clientData, attestation }: RegistrationVector) => {
  const id = base64url(credentialId);
  const response = { clientDataJSON: base64url(clientData), attestationObject: base64url(attestation) };
  const registration = { id, rawId: id, type: 'public-key', response } as const;
  return verifyRegistration(registration, { party: PARTY, challenge: base64url(challenge) });
};

test('a credential without attestation is registered', async () => {
  const { credentialId, publicKey, registration } = NONE_ES256;
  assert.deepEqual(await register(credentialId, registration), {
    credentialId: base64url(credentialId),
    publicKey: base64url(publicKey),
    counter: 0,
    deviceType: 'multiDevice',
    isBackedUp: true,
    isUserVerified: false,
    aaguid: '8446ccb9-ab1d-b374-750b-2367ff6f3a1f',
  });
});

test('one that attests itself is registered, unless its signature was changed', async () => {
  const { credentialId, ...registration } = PACKED_SELF_ES256;
  const { deviceType, aaguid } = await register(credentialId, registration);
  assert.deepEqual([deviceType, aaguid], ['multiDevice', 'df850e09-db6a-fbdf-ab51-697791506cfc']);
  const attestation = registration.attestation.replace('067a2075', '067a2074');
  await assert.rejects(register(credentialId, { ...registration, attestation }));
});

test('its assertion verifies, and not with another challenge, party or signature', async () => {
  const { credentialId, publicKey, assertion } = NONE_ES256;
  const id = base64url(credentialId);
  const at = parseInstant('2026-03-01T10:00:00.000Z');
  const passkey: Passkey = {
    ...{ id: 1, user_id: 1, credential_id: id, public_key: base64url(publicKey), counter: 0, name: 'x' },
    ...{ device_type: 'multiDevice', transports: [], aaguid: '', rp_id: PARTY.id, created_at: at },
    ...{ backed_up_at: at, last_used_at: null, verified_at: null, refused_at: null },
  };
  const sent = {
    ...({ id, rawId: id, type: 'public-key' } as const),
    response: {
      clientDataJSON: base64url(assertion.clientData),
      authenticatorData: base64url(assertion.authenticatorData),
      signature: base64url(assertion.signature),
    },
  } as const;
  const expected = { party: PARTY, challenge: base64url(assertion.challenge), passkey };
  assert.deepEqual(await verifyAssertion(sent, expected), { counter: 0, isBackedUp: true, isUserVerified: false });
  const elsewhere = { ...PARTY, id: 'example.com' };
  await assert.rejects(verifyAssertion(sent, { ...expected, challenge: base64url(NONE_ES256.registration.challenge) }));
  await assert.rejects(verifyAssertion(sent, { ...expected, party: elsewhere }));
  await assert.rejects(verifyAssertion(sent, { ...expected, passkey: { ...passkey, device_type: 'singleDevice' } }));
  const signature = base64url(assertion.signature.replace('f50a4e2e', 'f50a4e2f'));
  await assert.rejects(verifyAssertion({ ...sent, response: { ...sent.response, signature } }, expected));
});
