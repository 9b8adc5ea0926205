import { expiryOf } from './stored-session.ts';
import type { SignInWire } from './wire-types.ts';

interface Way {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

interface Before {
  readonly access: string;
  readonly refresh: string;
}

/** Signs out with the tokens of a sign-in that another has replaced. */
export async function endReplaced(way: Way, before: Before): Promise<void> {
  const { baseUrl, fetch, now } = way;
  const access = expiryOf(before.access) > now() ? before.access : await refreshed(way, before.refresh);
  if (access === undefined) return;
  await fetch(`${baseUrl}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${access}` } });
}

async function refreshed({ baseUrl, fetch, now }: Way, refresh: string): Promise<string | undefined> {
  if (expiryOf(refresh) <= now()) return undefined;
  const answer = await fetch(`${baseUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refresh }),
  });
  return answer.ok ? ((await answer.json()) as SignInWire).access_token : undefined; // what the service answers
}
