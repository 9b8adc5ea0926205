import { randomBytes } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialDescriptorJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { CallersAccount } from '../../accounts/users/callers-account.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Passkey, Purpose } from './passkey.ts';
import { CHALLENGE_LIFETIME } from './passkey-challenge.ts';
import { addOwner, findHandle } from './passkeys-store.ts';

/** Ed25519, ECDSA on P-256 and RSA PKCS#1 with SHA-256 (Windows Hello), in this order. */
export const ALGORITHMS = [-8, -7, -257];

interface AssertionRequest {
  readonly passkeys?: readonly Passkey[];
  readonly mustVerify?: boolean;
}

/**
 * Requests an assertion. Without `passkeys` the browser offers all it has for the host. User verification is preferred: a key
 * without it is one factor, and the service asks for another where one is due.
 */
export const requestOptions = (
  rpId: string,
  challenge: string,
  { passkeys = [], mustVerify = false }: AssertionRequest = {},
): PublicKeyCredentialRequestOptionsJSON => ({
  challenge,
  rpId,
  timeout: CHALLENGE_LIFETIME,
  userVerification: mustVerify ? 'required' : 'preferred',
  allowCredentials: passkeys.map(descriptor),
});

interface RegistrationRequest {
  readonly rpId: string;
  readonly challenge: string;
  readonly handle: string;
  readonly account: Pick<CallersAccount, 'email' | 'full_name' | 'tenant_name'>;
  /** An authenticator with one of these creates no second one. */
  readonly present: readonly Passkey[];
  readonly purpose?: Purpose;
}

const SELECTIONS = {
  sign_in: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  second_step: {
    residentKey: 'discouraged',
    requireResidentKey: false,
    userVerification: 'discouraged',
    authenticatorAttachment: 'cross-platform',
  },
} as const;

/**
 * Requests a new discoverable passkey without attestation, from any authenticator. For the second step any security key will do,
 * even without a PIN and not discoverable.
 */
export const creationOptions = ({
  rpId,
  challenge,
  handle,
  account,
  present,
  purpose = null,
}: RegistrationRequest): PublicKeyCredentialCreationOptionsJSON => ({
  rp: { id: rpId, name: account.tenant_name },
  user: { id: handle, name: account.email, displayName: account.full_name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_LIFETIME,
  excludeCredentials: present.map(descriptor),
  authenticatorSelection: SELECTIONS[purpose ?? 'sign_in'],
  attestation: 'none',
});

const descriptor = ({ credential_id: id, transports }: Passkey): PublicKeyCredentialDescriptorJSON => ({
  id,
  type: 'public-key',
  transports: [...transports] as NonNullable<PublicKeyCredentialDescriptorJSON['transports']>,
});

const HANDLE_BYTES = 32;

export const newHandle = (): string => randomBytes(HANDLE_BYTES).toString('base64url');

/** A person's user handle, created on first use. Concurrent callers get the same one. */
export async function handleOf(database: Database, userId: UserId, at: Instant): Promise<string> {
  const known = await findHandle(database.read, userId);
  if (known !== undefined) return known;
  return database.transaction(async (tx) => {
    const fresh = newHandle();
    await addOwner(tx, userId, fresh, at);
    return (await findHandle(tx, userId)) ?? fresh;
  });
}
