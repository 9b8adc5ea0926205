import { minutes } from '../../../platform/kernel/durations.ts';
import type { SigningKey } from '../../../platform/keys/data-key.ts';
import { signedToken } from '../../../platform/keys/signed-token.ts';
import type { LogoutNotice } from './logout-notice.ts';

/** The path of the OpenID provider. */
export const PROVIDER_MOUNT = '/oidc';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LIFETIME = minutes(2);

interface Issuing {
  readonly publicUrl: string;
  readonly key: SigningKey;
  readonly now: number;
}

/**
 * A logout token (OpenID Connect Back-Channel Logout 1.0 §2.4), created anew for each attempt. It has its own type and no
 * `nonce`, so that it cannot be used as an ID token.
 */
export function logoutToken(notice: LogoutNotice, { publicUrl, key, now }: Issuing): string {
  const iat = Math.floor(now / 1000);
  const claims = {
    iss: `${publicUrl}${PROVIDER_MOUNT}`,
    sub: notice.subject,
    aud: notice.application_id,
    iat,
    exp: iat + LIFETIME / 1000,
    jti: `${notice.id}.${notice.attempts}`,
    events: { [EVENT]: {} },
    sid: notice.session_id,
  };
  return signedToken(key, 'logout+jwt', claims);
}
