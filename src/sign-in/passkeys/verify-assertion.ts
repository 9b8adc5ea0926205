import type { Passkey } from './passkey.ts';
import type { AssertionJson } from './passkeys-wire.ts';
import { type RelyingParty, requireTopLevel } from './relying-party.ts';

/** The content of a verified assertion (WebAuthn level 3 §7.2). */
export interface VerifiedAssertion {
  readonly counter: number;
  readonly isBackedUp: boolean;
  /** By a fingerprint, a face or a PIN: the passkey is both factors then. */
  readonly isUserVerified: boolean;
}

interface Expected {
  readonly party: Extract<RelyingParty, { isOn: true }>;
  readonly challenge: string;
  readonly passkey: Passkey;
}

/** Which check failed is in the error's message; it never contains a value from the client. */
export class PasskeyFlaw extends Error {}

/**
 * Verifies an assertion by `passkey`, its counter aside: whether that has grown is decided by the statement that stores it.
 * @throws Error for anything that does not verify
 */
export async function verifyAssertion(
  assertion: AssertionJson,
  { party, challenge, passkey }: Expected,
): Promise<VerifiedAssertion> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server'); // loaded at the first passkey
  requireTopLevel(assertion.response.clientDataJSON);
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'));
  await requireWholeSignature(assertion.response.signature, publicKey);
  const { userHandle: _compared, ...response } = assertion.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id,
      publicKey,
      counter: 0, // the library would only compare with the value read earlier
    },
    requireUserVerification: false,
  });
  if (!verified) throw new PasskeyFlaw('signature');
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = authenticationInfo;
  if (credentialDeviceType !== passkey.device_type) throw new PasskeyFlaw('backup_eligibility'); // §7.2 step 19
  return { counter: newCounter, isBackedUp: credentialBackedUp, isUserVerified: userVerified };
}

const ES256 = -7;

/**
 * An ECDSA signature is a DER sequence without trailing bytes (WebAuthn level 3 §6.5.5). The library accepts trailing bytes, so
 * that one signature would have many encodings.
 */
async function requireWholeSignature(signature: string, publicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  if (decodeCredentialPublicKey(publicKey).get(cose.COSEKEYS.alg) !== ES256) return;
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes[1] !== bytes.length - 2) throw new PasskeyFlaw('signature');
}
