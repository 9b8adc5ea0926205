import { isIP } from 'node:net';
import type { Secret } from '../kernel/secret.ts';
import { secretWeakness } from './secret-strength.ts';
import {
  choiceSetting,
  hostSetting,
  integerSetting,
  listSetting,
  originListSetting,
  originSetting,
  secretSetting,
  textSetting,
  type Values,
} from './setting.ts';

const isAddressRange = (item: string): boolean => {
  const [address = '', prefix, ...rest] = item.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  return (
    family !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most))
  );
};

export const serverSettings = {
  host: hostSetting('SVC_HOST', {
    fallback: '127.0.0.1',
    why: 'Address to listen on. Only this machine unless you say otherwise.',
  }),
  port: integerSetting('SVC_PORT', {
    fallback: 8080,
    min: 1,
    max: 65535,
    why: 'Port to listen on.',
  }),
  publicUrl: originSetting('SVC_PUBLIC_URL', {
    fallback: '',
    why: 'Address people use. Links in mails and the issuer of tokens come from it alone, never from a request header. Empty: `http://{host}:{port}`.',
  }),
  dataDir: textSetting('SVC_DATA_DIR', {
    fallback: './data',
    why: 'Folder of this node: embedded database, secret, recorded mails.',
  }),
  filesDir: textSetting('SVC_FILES_DIR', {
    fallback: '',
    why: 'Uploads, documents and staged imports. Empty: `files` in the data folder. Many nodes need a shared volume here.',
  }),
  trustedProxies: listSetting('SVC_TRUSTED_PROXIES', {
    range: 'comma-separated addresses or CIDR ranges',
    accepts: isAddressRange,
    why: 'Proxies whose `X-Forwarded-For` is believed. Empty: the address of the socket counts, so nobody can talk past the limits.',
  }),
  corsOrigins: originListSetting('SVC_CORS_ORIGINS', {
    why: 'Other origins whose pages may call the API. Empty: none.',
  }),
  logLevel: choiceSetting('SVC_LOG_LEVEL', {
    fallback: 'info',
    choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug'],
    why: 'Least severity that is logged, as JSON lines on standard output.',
  }),
  metricsToken: secretSetting('SVC_METRICS_TOKEN', {
    range: '32 characters or more',
    why: 'Opens `GET /metrics` as a Bearer token, and nothing else. With it or without, a direct call from this machine does too while `SVC_PUBLIC_URL` is a loopback address.',
  }),
} as const;

/** What is wrong with these settings taken together. The token must fit into a header as it is. */
export function metricsTokenProblems(
  { metricsToken }: Pick<Values<typeof serverSettings>, 'metricsToken'>,
  secret: Secret | undefined,
): string[] {
  const token = metricsToken?.reveal();
  if (token === undefined) return [];
  const weakness =
    secretWeakness(token) ?? (/^[\x21-\x7e]+$/.test(token) ? undefined : 'must have no spaces and only ASCII');
  if (weakness) return [`SVC_METRICS_TOKEN ${weakness}`];
  return token === secret?.reveal()
    ? ['SVC_METRICS_TOKEN must not be SVC_SECRET: monitoring must not open the keys']
    : [];
}
