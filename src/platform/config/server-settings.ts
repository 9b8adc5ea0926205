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
  processesSetting,
  ratioSetting,
  secretSetting,
  textSetting,
  type Values,
  webAddressSetting,
} from './setting.ts';

/** With OpenTelemetry's standard names, so that one set of variables suits every service of an operator. */
export const tracingSettings = {
  endpoint: webAddressSetting('OTEL_EXPORTER_OTLP_ENDPOINT', {
    fallback: '',
    why: 'Collector that takes traces over OTLP/HTTP, below `/v1/traces`. Empty: no traces, and nothing of OpenTelemetry is loaded.',
  }),
  headers: secretSetting('OTEL_EXPORTER_OTLP_HEADERS', {
    range: 'name=value,name=value',
    why: 'Headers for the collector, such as its token; values are percent-encoded.',
  }),
  serviceName: textSetting('OTEL_SERVICE_NAME', {
    fallback: 'iskaznica',
    why: 'Name of this service in traces.',
  }),
  share: ratioSetting('OTEL_TRACES_SAMPLER_ARG', {
    fallback: 1,
    why: 'Share of the traces begun here that is recorded. A trace that a trusted proxy has begun follows its decision.',
  }),
} as const;

export const outgoingSettings = {
  privateAddresses: listSetting('SVC_PRIVATE_ADDRESSES', {
    range: 'comma-separated addresses or CIDR ranges',
    accepts: (item) => parseAddressRange(item) !== undefined,
    why: 'Private addresses that identity providers and the sign-out notices of applications may have. Empty: none, and `https` alone. A loopback address among them may be plain `http`.',
  }),
} as const;

export const keySettings = {
  secret: secretSetting('SVC_SECRET', {
    range: '32 characters or more',
    why: 'Wraps the data keys. Empty: created once and kept in the data folder (mode 600). Required with PostgreSQL.',
  }),
  previousSecret: secretSetting('SVC_SECRET_PREVIOUS', {
    range: '32 characters or more',
    why: 'The previous secret during a rotation, so that keys still wrapped by it can be opened.',
  }),
} as const;

/** Refuses a list that trusts every address of a family as a proxy, since clients could then forge theirs. */
function everybodyIn(items: readonly string[]): string | undefined {
  const family = findWholeFamily(items.flatMap((item) => parseAddressRange(item) ?? []));
  return family && `must not cover all of ${family}: anybody could invent their address`;
}

export const serverSettings = {
  host: hostSetting('SVC_HOST', {
    fallback: '127.0.0.1',
    why: 'Address to listen on. By default only this machine can connect.',
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
    why: 'Uploads, documents and staged imports. Empty: `files` in the data folder. Many nodes need a shared volume here, or `SVC_FILES_URL`.',
  }),
  trustedProxies: listSetting('SVC_TRUSTED_PROXIES', {
    range: 'comma-separated addresses or CIDR ranges',
    accepts: (item) => parseAddressRange(item) !== undefined,
    problemOf: everybodyIn,
    why: 'Proxies whose `X-Forwarded-For` is trusted. Empty: the address of the socket counts, so that clients cannot evade limits. A list that covers all of IPv4 or IPv6 is refused.',
  }),
  processes: processesSetting('SVC_PROCESSES', {
    fallback: 1,
    most: 256,
    why: 'Processes that serve together on the port; `auto` is one for each core. With PostgreSQL only: the embedded store has one writer, and one process answers.',
  }),
  corsOrigins: originListSetting('SVC_CORS_ORIGINS', {
    why: 'Other origins whose pages may call the API. Empty: none.',
  }),
  logLevel: choiceSetting('SVC_LOG_LEVEL', {
    fallback: 'info',
    choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug'],
    why: 'Lowest severity that is logged, as JSON lines on standard output.',
  }),
  logPrefix: choiceSetting('SVC_LOG_PREFIX', {
    fallback: 'auto',
    choices: ['auto', 'on', 'off'],
    why: 'Whether each log line begins with its severity as journald reads it (`<4>`). `auto`: where standard output is the journal.',
  }),
  startWaitSeconds: integerSetting('SVC_START_WAIT_SEC', {
    fallback: 60,
    min: 0,
    max: 3600,
    why: 'How long a start waits for PostgreSQL before it gives up. It says so every few seconds.',
  }),
  drainSeconds: integerSetting('SVC_DRAIN_SEC', {
    fallback: 0,
    min: 0,
    max: 300,
    why: 'How long a stopping node goes on answering while `GET /health/ready` already says 503, so that balancers send nothing more before it closes: a little more than their probes take. 0 without a balancer.',
  }),
  metricsToken: secretSetting('SVC_METRICS_TOKEN', {
    range: '32 characters or more',
    why: 'Bearer token for `GET /metrics`, and nothing else. A direct call from this machine needs none while `SVC_PUBLIC_URL` is a loopback address.',
  }),
} as const;

/** Problems with these settings taken together. The token must be valid in a header as it is. */
export function metricsTokenProblems(
  { metricsToken }: Pick<Values<typeof serverSettings>, 'metricsToken'>,
  secret: Secret | undefined,
): string[] {
  const token = metricsToken?.reveal();
  if (token === undefined) return [];
  const weakness = /^[\x21-\x7e]+$/.test(token) ? secretWeakness(token) : 'must have no spaces and only ASCII';
  if (weakness) return [`SVC_METRICS_TOKEN ${weakness}`];
  return token === secret?.reveal()
    ? ['SVC_METRICS_TOKEN must not be SVC_SECRET: monitoring must not open the keys']
    : [];
}
