import { readFileSync } from 'node:fs';

/** The address of Redis, or of its Sentinels. */
export interface RedisAddress {
  readonly servers: readonly { readonly host: string; readonly port: number }[];
  /** The Sentinels' name for the primary; undefined when the server itself is named. */
  readonly sentinelName: string | undefined;
  readonly username: string;
  readonly password: string;
  readonly sentinelPassword: string;
  readonly db: number;
  /** Names of files; undefined without TLS. */
  readonly tls: { readonly ca: string; readonly cert: string; readonly key: string } | undefined;
}

const ADDRESS = /^redis(s)?(\+sentinel)?:\/\/(?:([^/?#]*)@)?([^/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const HOST = /^(\[[\da-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i;
const PARAMETERS = new Set(['sslrootcert', 'sslcert', 'sslkey', 'sentinel_password', 'db']);

/**
 * Parses `redis[s]://user:password@host:port/db` and `redis[s]+sentinel://user:password@host1,host2,host3/name?db=…`, with
 * `sslrootcert`, `sslcert` and `sslkey` as in PostgreSQL's address. Undefined for anything else.
 */
export function redisAddress(text: string): RedisAddress | undefined {
  const match = ADDRESS.exec(text);
  if (match === null) return undefined;
  const [, isSecure, isSentinel, credentials = '', authority = '', path = '', query] = match;
  const options = new URLSearchParams(query);
  const servers = authority.split(',').map((server) => hostOf(server, isSentinel ? 26379 : 6379));
  const [username = '', password = ''] = credentials.includes(':') ? splitOnce(credentials) : [credentials];
  const db = Number(options.get('db') ?? (isSentinel ? 0 : path || 0));
  const [user, secret, name] = [username, password, path].map(decoded);
  const fits =
    ![user, secret, name].includes(undefined) &&
    Number.isInteger(db) &&
    (isSentinel ? name !== '' : servers.length === 1) &&
    [...options.keys()].every((name) => PARAMETERS.has(name));
  if (!fits || !servers.every((server) => server !== undefined)) return undefined;
  const file = (name: string) => options.get(name) ?? '';
  return {
    servers,
    sentinelName: isSentinel ? name : undefined,
    username: user ?? '',
    password: secret ?? '',
    sentinelPassword: options.get('sentinel_password') ?? '',
    db,
    tls: isSecure ? { ca: file('sslrootcert'), cert: file('sslcert'), key: file('sslkey') } : undefined,
  };
}

/** Reads the certificate files, as options of TLS. @throws Error when one cannot be read */
export function readCertificates({ tls }: Pick<RedisAddress, 'tls'>): Record<string, Buffer> | undefined {
  if (tls === undefined) return undefined;
  const files = Object.entries(tls).filter(([, path]) => path !== '');
  return Object.fromEntries(files.map(([name, path]) => [name, readFileSync(path)]));
}

function hostOf(text: string, usual: number): { host: string; port: number } | undefined {
  const [, host, port = String(usual)] = HOST.exec(text) ?? [];
  return host === undefined || Number(port) > 65535
    ? undefined
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

const splitOnce = (text: string): [string, string] => [
  text.slice(0, text.indexOf(':')),
  text.slice(text.indexOf(':') + 1),
];

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
