import { postgresHosts } from '../config/postgres-address.ts';
import { redisAddress } from '../config/redis-address.ts';
import type { Settings } from '../config/settings.ts';
import { isLoopbackHost } from '../http/local-call.ts';
import type { Finding } from './finding.ts';

const warn = (text: string): Finding => ({ verdict: 'warn', about: 'network', text });

/** Whether public URL, listening address and trusted proxies fit together. */
export function examineNetwork({ server, reset, storage }: Settings): Finding[] {
  const { host, publicUrl, trustedProxies } = server;
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = !isLoopbackHost(hostname);
  const found: Finding[] = [];
  if (isPublic && protocol === 'http:')
    found.push(warn(`${publicUrl} is not https: passwords and tokens are sent unencrypted`));
  if (protocol === 'https:' && trustedProxies.length === 0)
    found.push(
      warn('https ends at a proxy, but SVC_TRUSTED_PROXIES is empty: all clients share its address and its limits'),
    );
  if (!isPublic && !isLoopbackHost(host))
    found.push(
      warn(`listens on ${host}, but SVC_PUBLIC_URL is ${publicUrl}: links in mails work only on this machine`),
    );
  if (isPublic && reset.revealResetToken)
    found.push(warn('SVC_REVEAL_RESET_TOKEN=1: anybody can get a password reset link'));
  found.push(...inTheClear(storage));
  return found.length > 0 ? found : [{ verdict: 'ok', about: 'network', text: `${publicUrl}, listening on ${host}` }];
}

/**
 * PostgreSQL and Redis receive personal data and counters: on another machine only over TLS with a verified
 * certificate.
 */
function inTheClear({ databaseUrl, redisUrl }: Settings['storage']): Finding[] {
  const databases = postgresHosts(databaseUrl?.reveal() ?? '') ?? [];
  const inTheOpen = databases
    .map(({ url }) => new URL(url))
    .filter(({ hostname, searchParams }) => !isHere(hostname) && searchParams.get('sslmode') !== 'verify-full');
  const redis = redisAddress(redisUrl?.reveal() ?? '');
  return [
    ...(inTheOpen.length > 0
      ? [warn('PostgreSQL is on another machine without sslmode=verify-full: the connection can be intercepted')]
      : []),
    ...(redis && redis.tls === undefined && !redis.servers.every(({ host }) => isHere(host))
      ? [warn('Redis is on another machine without rediss://: the connection can be intercepted')]
      : []),
  ];
}

/** A local socket has no host. */
const isHere = (hostname: string): boolean => hostname === '' || isLoopbackHost(hostname);
