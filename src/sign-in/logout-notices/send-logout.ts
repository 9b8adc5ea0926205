import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import type { OutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { LogoutNotice } from './logout-notice.ts';
import { logoutToken } from './logout-token.ts';

interface SendDeps {
  readonly keys: Keyring;
  readonly publicUrl: string;
  readonly fetch: OutgoingFetch;
}

/** The status of the response, or why there was none. */
export async function sendLogout(
  { keys, publicUrl, fetch }: SendDeps,
  notice: LogoutNotice,
  now: Milliseconds,
): Promise<number | string> {
  try {
    if (keys.idTokenKeys().length === 0) await keys.reload(); // another node has just created the first
    const [key] = keys.idTokenKeys();
    if (key === undefined) return 'no_key';
    const { status } = await fetch(notice.logout_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: logoutToken(notice, { publicUrl, key, now }) }).toString(),
    });
    return status;
  } catch (error) {
    return error instanceof OutgoingFailure ? error.problem : 'unreachable';
  }
}
