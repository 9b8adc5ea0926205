import { findWholeFamily, parseAddressRange } from '../kernel/address-range.ts';
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

/** Whoever may name any address of a family as a proxy may invent their own. */
function everybodyIn(items: readonly string[]): string | undefined {
  const family = findWholeFamily(items.flatMap((item) => parseAddressRange(item) ?? []));
  return family && `must not cover all of ${family}: anybody could invent their address`;
}

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
    accepts: (item) => parseAddressRange(item) !== undefined,
    problemOf: everybodyIn,
    why: 'Proxies whose `X-Forwarded-For` is believed. Empty: the address of the socket counts, so nobody can talk past the limits. A list that covers all of IPv4 or IPv6 stops the start.',
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
