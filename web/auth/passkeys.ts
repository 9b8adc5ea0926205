import type { Body } from '../../client/route-types.ts';
import type { OwnPasskeys, OwnUser, PasskeyOptions, PasskeyProof } from '../../client/wire-types.ts';
import { PasskeyProblem } from './passkey-problem.ts';
import { canUsePasskeys } from './passkey-support.ts';

/** The same of one that it has just made. */
type NewPasskeyProof = Pick<Body<'POST /api/users/me/passkeys'>, 'challenge_id' | 'passkey'>;

/** Whether the browser can offer passkeys among what it fills in. */
export const canFillIn = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;

/** Has a passkey made. @throws PasskeyProblem */
export const makePasskey = ({ challenge_id, options }: PasskeyOptions): Promise<NewPasskeyProof> =>
  proofOf(challenge_id, () => {
    silently?.abort(); // browsers take one question at a time
    return navigator.credentials.create(creationOf(options));
  });

let silently: AbortController | undefined;

/** Lets the browser make one by itself. It refuses where it does not keep the password. @throws PasskeyProblem */
export const makeSilently = ({ challenge_id, options }: PasskeyOptions): Promise<NewPasskeyProof> =>
  proofOf(challenge_id, () => {
    silently = new AbortController();
    const how = { mediation: 'conditional', signal: silently.signal } as const;
    return navigator.credentials.create({ ...creationOf(options), ...how });
  });

const creationOf = (options: PasskeyOptions['options']) => ({
  publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as CreationOptions),
});

/** Whether the browser makes a passkey by itself for somebody who has just signed in with a password that it keeps. */
export const canMakeSilently = async (): Promise<boolean> =>
  (await capabilities().getClientCapabilities?.())?.conditionalCreate ?? false;

interface Capabilities {
  readonly getClientCapabilities?: () => Promise<{ readonly conditionalCreate?: boolean }>;
}

const capabilities = (): Capabilities => PublicKeyCredential as unknown as Capabilities;

/** Asks for a passkey. @throws PasskeyProblem */
export const askForPasskey = (
  { challenge_id, options }: PasskeyOptions,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeyProof> =>
  proofOf(challenge_id, () => {
    silently?.abort();
    return navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as RequestOptions),
      ...how,
    });
  });

// As the service wrote them: what they hold is between it and the browser.
type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

async function proofOf<Proof extends PasskeyProof | NewPasskeyProof>(
  challengeId: string,
  ask: () => Promise<Credential | null>,
): Promise<Proof> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (credential === null) throw new Error('Nothing came back');
    return { challenge_id: challengeId, passkey: credential.toJSON() as Proof['passkey'] } as Proof; // WebAuthn §5.1
  } catch (cause) {
    throw new PasskeyProblem(cause);
  }
}

interface Signals {
  readonly signalAllAcceptedCredentials?: (accepted: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: string[];
  }) => Promise<void>;
  readonly signalCurrentUserDetails?: (details: {
    rpId: string;
    userId: string;
    name: string;
    displayName: string;
  }) => Promise<void>;
  readonly signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>;
}

/** Not in every browser yet. Nobody waits for it. */
const signals = (): Signals => PublicKeyCredential as unknown as Signals;

/** Tells the browser which passkeys are left, so that it offers no others (WebAuthn level 3 §5.1.10). */
export function tellAccepted({ rp_id: rpId, user_handle: userId, items }: OwnPasskeys): void {
  if (!canUsePasskeys() || rpId === null || userId === null) return;
  const allAcceptedCredentialIds = items.filter(({ state }) => state === 'usable').map((item) => item.credential_id);
  signals()
    .signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds })
    .catch(() => {});
}

/** Tells the browser what the account is called now, as the options of a new passkey do (§5.1.10.4). */
export function tellDetails(
  { rp_id: rpId, user_handle: userId }: OwnPasskeys,
  { email: name, full_name: displayName }: Pick<OwnUser, 'email' | 'full_name'>,
): void {
  if (!canUsePasskeys() || rpId === null || userId === null) return;
  signals()
    .signalCurrentUserDetails?.({ rpId, userId, name, displayName })
    .catch(() => {});
}

/** Tells the browser that the service does not know this passkey. */
export function tellUnknown({ options }: PasskeyOptions, { passkey }: PasskeyProof): void {
  const [rpId, { id: credentialId }] = [String(options.rpId), passkey];
  signals()
    .signalUnknownCredential?.({ rpId, credentialId })
    .catch(() => {});
}
