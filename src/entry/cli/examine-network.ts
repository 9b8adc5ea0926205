import type { Settings } from '../../platform/config/settings.ts';
import { isLoopbackHost } from '../../platform/http/local-call.ts';
import { unverifiedStores } from '../start/unverified-stores.ts';
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
  found.push(...unverifiedStores(storage).map(warn));
  return found.length > 0 ? found : [{ verdict: 'ok', about: 'network', text: `${publicUrl}, listening on ${host}` }];
}
