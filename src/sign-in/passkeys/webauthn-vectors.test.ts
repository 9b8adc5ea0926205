// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInstant } from '../../platform/kernel/clock.ts';
import type { Passkey } from './passkey.ts';
import { verifyAssertion } from './verify-assertion.ts';
import { verifyRegistration } from './verify-registration.ts';
import VECTORS from './webauthn-vectors.json' with { type: 'json' };

/** W3C Web Authentication level 3, §16 "Test vectors"; all are for this relying party. */
const PARTY = { isOn: true, id: 'example.org', origins: ['https://example.org'] } as const;

type Name = keyof typeof VECTORS;
const NAMES = Object.keys(VECTORS) as Name[];

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

function register(name: Name, attestation: string = VECTORS[name].registration.attestation) {
  const { credentialId, registration } = VECTORS[name];
  const id = base64url(credentialId);
  const response = {
    clientDataJSON: base64url(registration.clientData),
    attestationObject: base64url(attestation),
  };
  const sent = { id, rawId: id, type: 'public-key', response } as const;
  return verifyRegistration(sent, { party: PARTY, challenge: base64url(registration.challenge) });
}

/** The same authenticator data as if nothing had attested them: what a browser sends that was asked for no attestation. */
function unattested(name: Name): string {
  const { attestation } = VECTORS[name].registration;
  const label = Buffer.from('hauthData').toString('hex'); // the last member of the map, behind "attStmt"
  const none = Buffer.from('\u00a3cfmtdnonegattStmt\u00a0', 'latin1').toString('hex');
  return none + attestation.slice(attestation.indexOf(label));
}

function assertion(name: Name) {
  const { credentialId, publicKey, assertion: vector, registration } = VECTORS[name];
  const id = base64url(credentialId);
  const at = parseInstant('2026-03-01T10:00:00.000Z');
  const { eligible } = flagsOf(vector.authenticatorData);
  const passkey: Passkey = {
    id: 1,
    user_id: 1,
    credential_id: id,
    public_key: base64url(publicKey),
    counter: 0,
    name: 'x',
    device_type: eligible ? 'multiDevice' : 'singleDevice',
    transports: [],
    aaguid: '',
    rp_id: PARTY.id,
    created_at: at,
    backed_up_at: at,
    last_used_at: null,
    verified_at: null,
    refused_at: null,
    purpose: null,
    added_by: null,
  };
  const sent = {
    ...({ id, rawId: id, type: 'public-key' } as const),
    response: {
      clientDataJSON: base64url(vector.clientData),
      authenticatorData: base64url(vector.authenticatorData),
      signature: base64url(vector.signature),
    },
  } as const;
  const expected = { party: PARTY, challenge: base64url(vector.challenge), passkey };
  return { sent, expected, vector, earlier: base64url(registration.challenge) };
}

/** The bits of WebAuthn level 3 §6.1 that decide what is remembered. */
function flagsOf(authenticatorData: string) {
  const flags = Number.parseInt(authenticatorData.slice(64, 66), 16);
  return { verified: (flags & 4) !== 0, eligible: (flags & 8) !== 0, backedUp: (flags & 16) !== 0 };
}

const FRAMED = ['none.ES256.crossOrigin', 'none.ES256.topOrigin'] as const satisfies Name[];
const UNATTESTED = ['none.ES256', 'packed-self.ES256', 'none.ES256.long-credential-id'] as const satisfies Name[];
/** Algorithms that the options do not ask for. */
const UNASKED = ['packed.ES384', 'packed.ES512', 'packed.Ed448'] as const satisfies Name[];
const isOf = (names: readonly Name[]) => (name: Name) => names.includes(name);
const CERTIFIED = NAMES.filter((name) => !isOf([...FRAMED, ...UNATTESTED])(name));

test('a credential without attestation, or one that attests itself, is registered', async () => {
  for (const name of UNATTESTED) {
    const { credentialId, publicKey, registration } = VECTORS[name];
    const { aaguid, ...kept } = await register(name);
    const data = registration.attestation.slice(registration.attestation.indexOf('bfabc374'));
    const { verified, eligible, backedUp } = flagsOf(data);
    assert.deepEqual(kept, {
      credentialId: base64url(credentialId),
      publicKey: base64url(publicKey),
      counter: 0,
      deviceType: eligible ? 'multiDevice' : 'singleDevice',
      isBackedUp: backedUp,
      isUserVerified: verified,
    });
    assert.equal(aaguid.replaceAll('-', ''), data.slice(74, 106), name);
  }
  const { attestation } = VECTORS['packed-self.ES256'].registration;
  const forged = attestation.replace('067a2075', '067a2074');
  assert.notEqual(forged, attestation);
  await assert.rejects(register('packed-self.ES256', forged), /does not verify/);
});

test('an attestation by a certificate was not asked for, and is refused', async () => {
  assert.equal(CERTIFIED.length, 10);
  for (const name of CERTIFIED) await assert.rejects(register(name), /An attestation was not asked for/, name);
});

test('without it, the algorithms that are asked for are registered and others refused', async () => {
  for (const name of CERTIFIED) {
    const registering = register(name, unattested(name));
    if (isOf(UNASKED)(name)) await assert.rejects(registering, name);
    else assert.equal((await registering).publicKey, base64url(VECTORS[name].publicKey), name);
  }
});

test('what was made inside a frame is refused, at registration and at sign-in', async () => {
  for (const name of FRAMED) {
    await assert.rejects(register(name), /Made inside a frame/, name);
    const { sent, expected } = assertion(name);
    await assert.rejects(verifyAssertion(sent, expected), /Made inside a frame/, name);
  }
});

test('every other assertion verifies, and not with another challenge, party, kind of device or signature', async () => {
  for (const name of NAMES.filter((each) => !isOf([...FRAMED, 'packed.Ed448'])(each))) {
    const { sent, expected, vector, earlier } = assertion(name);
    const { verified, backedUp } = flagsOf(vector.authenticatorData);
    assert.deepEqual(
      await verifyAssertion(sent, expected),
      { counter: 0, isBackedUp: backedUp, isUserVerified: verified },
      name,
    );
    const { device_type: type } = expected.passkey;
    const otherwise = type === 'multiDevice' ? 'singleDevice' : 'multiDevice';
    for (const wrong of [
      { challenge: earlier },
      { party: { ...PARTY, id: 'example.com' } },
      { passkey: { ...expected.passkey, device_type: otherwise } },
    ] as const)
      await assert.rejects(verifyAssertion(sent, { ...expected, ...wrong }), name);
    const signature = base64url(vector.signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')));
    await assert.rejects(verifyAssertion({ ...sent, response: { ...sent.response, signature } }, expected), name);
  }
});
