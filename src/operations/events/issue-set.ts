import type { Application } from '../../openid/applications/application.ts';
import type { SigningKey } from '../../platform/keys/data-key.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { signedToken } from '../../platform/keys/signed-token.ts';
import { PROVIDER_MOUNT } from '../../sign-in/sessions/logout-notices/logout-token.ts';
import type { SetContent } from './read-sets.ts';

/** SSF 1.0 §7.1: the provider of applications is the transmitter too, with its keys. */
export const issuerOf = (publicUrl: string): string => `${publicUrl}${PROVIDER_MOUNT}`;

interface Issue {
  readonly issuer: string;
  readonly key: SigningKey;
  readonly audience: Pick<Application, 'id'>;
  readonly now: number;
}

/** Neither `sub` nor `exp`, which would let it pass for another kind of token (SSF 1.0 §4.1). */
export const issueSet = ({ jti, claims }: SetContent, { issuer, key, audience, now }: Issue): string =>
  signedToken(key, 'secevent+jwt', { iss: issuer, jti, iat: Math.floor(now / 1000), aud: audience.id, ...claims });

/** @throws Error while there is none yet */
export async function setKeyOf(keys: Keyring): Promise<SigningKey> {
  if (keys.idTokenKeys().length === 0) await keys.reload(); // another node has just created the first
  const [key] = keys.idTokenKeys();
  if (key === undefined) throw new Error('there is no key of applications');
  return key;
}
