import type { DeviceType } from './passkey.ts';
import { ALGORITHMS } from './passkey-options.ts';
import type { RegistrationJson } from './passkeys-wire.ts';
import { type RelyingParty, requireTopLevel } from './relying-party.ts';

/** The content of a verified registration (WebAuthn level 3 §7.1). */
export interface VerifiedRegistration {
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly deviceType: DeviceType;
  readonly isBackedUp: boolean;
  readonly isUserVerified: boolean;
  readonly aaguid: string;
}

interface Expected {
  readonly party: Extract<RelyingParty, { isOn: true }>;
  readonly challenge: string;
  /** Nobody need be present where the browser makes a passkey by itself. */
  readonly mayBeAbsent?: boolean;
}

/** @throws Error for anything that does not verify */
export async function verifyRegistration(
  registration: RegistrationJson,
  { party, challenge, mayBeAbsent = false }: Expected,
): Promise<VerifiedRegistration> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server'); // loaded at the first passkey
  requireTopLevel(registration.response.clientDataJSON);
  await requireNoCertificates(registration.response.attestationObject);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserPresence: !mayBeAbsent,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('The attestation does not verify');
  const { credential, credentialDeviceType, credentialBackedUp, userVerified, aaguid } = registrationInfo;
  if (credential.id !== registration.id) throw new Error('The credential has another id');
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    deviceType: credentialDeviceType,
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
    aaguid,
  };
}

/**
 * No attestation was requested, so a browser sends none, or a self attestation (§5.1.3). Anything else is refused: the library
 * would parse its certificates and fetch revocation lists from addresses in them.
 */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const isSelfAttested = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfAttested) throw new Error('An attestation was not asked for');
}
