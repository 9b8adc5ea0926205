import { postgresHosts } from '../../platform/config/postgres-address.ts';
import { redisAddress } from '../../platform/config/redis-address.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { isLoopbackHost } from '../../platform/http/local-call.ts';

/**
 * PostgreSQL and Redis receive personal data and counters, so on another machine they need TLS with a verified certificate.
 * Returns a sentence for each one without it.
 */
export function unverifiedStores({ databaseUrl, redisUrl }: Settings['storage']): string[] {
  const servers = (postgresHosts(databaseUrl?.reveal() ?? '') ?? []).map(({ url }) => new URL(url));
  const away = servers.find(({ hostname }) => !isHere(hostname));
  const postgres = away && weaknessOf(away.searchParams);
  const redis = redisAddress(redisUrl?.reveal() ?? '');
  const isOpen = redis && redis.tls === undefined && !redis.servers.every(({ host }) => isHere(host));
  return [
    ...(postgres ? [`PostgreSQL is on another machine ${postgres}`] : []),
    ...(isOpen ? ['Redis is on another machine without rediss://: the connection can be intercepted'] : []),
  ];
}

/** The weakness of the TLS settings, with libpq's meaning of `sslmode` (PostgreSQL 34.19.1). */
function weaknessOf(options: URLSearchParams): string | undefined {
  const mode = options.get('sslmode');
  if (mode === 'verify-full') return undefined;
  // `system` is allowed only with verify-full.
  const hasAuthority = !['', 'system'].includes(options.get('sslrootcert') ?? '');
  if (mode === 'verify-ca' || (mode === 'require' && hasAuthority))
    return `with sslmode=${mode}, which does not compare its name: whoever has a certificate of the same authority can intercept the connection. Use sslmode=verify-full`;
  if (mode === 'require')
    return 'with sslmode=require and no sslrootcert, which encrypts and verifies nobody: the connection can be intercepted. Use sslmode=verify-full';
  return 'without sslmode=verify-full: the connection can be intercepted';
}

/** A local socket has no host. */
const isHere = (hostname: string): boolean => hostname === '' || isLoopbackHost(hostname);
