import type { Settings } from '../config/settings.ts';
import { isLoopbackHost } from '../http/local-call.ts';
import type { Finding } from './finding.ts';

const look = (text: string): Finding => ({ verdict: 'look', about: 'network', text });

/** Whether the address people use, the one that is listened on, and the proxies that are believed fit together. */
export function examineNetwork({ server, reset, storage }: Settings): Finding[] {
  const { host, publicUrl, trustedProxies } = server;
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = !isLoopbackHost(hostname);
  const found: Finding[] = [];
  if (isPublic && protocol === 'http:')
    found.push(look(`${publicUrl} is not https: passwords and tokens go in the clear`));
  if (protocol === 'https:' && trustedProxies.length === 0)
    found.push(
      look('https ends at a proxy, but SVC_TRUSTED_PROXIES is empty: all people share its address and its limit'),
    );
  if (!isPublic && !isLoopbackHost(host))
    found.push(
      look(`listens on ${host}, but SVC_PUBLIC_URL is ${publicUrl}: links in mails work on this machine alone`),
    );
  if (isPublic && reset.revealResetToken)
    found.push(look('SVC_REVEAL_RESET_TOKEN=1: whoever asks gets the link for a new password'));
  found.push(...inTheClear(storage));
  return found.length > 0 ? found : [{ verdict: 'ok', about: 'network', text: `${publicUrl}, listening on ${host}` }];
}

/** PostgreSQL and Redis get personal data and counters: on another machine only over TLS, with its certificate checked. */
function inTheClear({ databaseUrl, redisUrl }: Settings['storage']): Finding[] {
  const database = databaseUrl && new URL(databaseUrl.reveal());
  const redis = redisUrl && new URL(redisUrl.reveal());
  return [
    ...(database && !isHere(database.hostname) && database.searchParams.get('sslmode') !== 'verify-full'
      ? [look('PostgreSQL is on another machine without sslmode=verify-full: whoever is between may read along')]
      : []),
    ...(redis && !isHere(redis.hostname) && redis.protocol !== 'rediss:'
      ? [look('Redis is on another machine without rediss://: whoever is between may read along')]
      : []),
  ];
}

/** A socket of this machine has no host. */
const isHere = (hostname: string): boolean => hostname === '' || isLoopbackHost(hostname);
