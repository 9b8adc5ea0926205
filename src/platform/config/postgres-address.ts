/** One host of an address. */
export interface PostgresHost {
  /** `host:port`, for logs and metrics. */
  readonly name: string;
  /** The whole address with only this host. */
  readonly url: string;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const PORT = '5432';
/** libpq's names for a server that accepts writes; no other is supported. */
const WRITING = new Set(['read-write', 'primary']);

/**
 * Splits `postgres://user:password@host1:port,host2:port/name?…`, or libpq's `?host=host1,host2&port=…`, into one address
 * for each host (PostgreSQL 34.1.1.2). Undefined for anything else.
 */
export function postgresHosts(text: string): PostgresHost[] | undefined {
  const [, scheme = '', credentials, authority = '', path = '', query = ''] = ADDRESS.exec(text) ?? [];
  if (scheme === '') return undefined;
  const rest = new URLSearchParams(query);
  const target = rest.get('target_session_attrs');
  if (target !== null && !WRITING.has(target)) return undefined;
  rest.delete('target_session_attrs'); // implied
  const listed = rest.get('host')?.split(',');
  const hosts = listed === undefined ? authority.split(',') : withPorts(listed, rest.get('port'));
  if (listed?.length !== 1) for (const name of ['host', 'port']) rest.delete(name); // a single one may be a socket's folder
  const user = credentials === undefined ? '' : `${credentials}@`;
  const options = rest.size > 0 ? `?${rest}` : '';
  const found = hosts.map((host) => {
    const server = listed?.length === 1 ? authority : host;
    return { name: withPort(host), url: `${scheme}${user}${server}${path}${options}` };
  });
  return found.every(({ url }) => URL.canParse(url)) && (found.length === 1 || !hosts.includes('')) ? found : undefined;
}

/** If there are fewer ports than hosts, the last port applies to the remaining hosts. */
function withPorts(hosts: readonly string[], ports: string | null): string[] {
  const each = ports?.split(',') ?? [PORT];
  return hosts.map((host, index) => `${host}:${each[index] ?? each.at(-1)}`);
}

const withPort = (host: string): string => (/:\d+$/.test(host) ? host : `${host}:${PORT}`);

/** The same servers, another database. */
export function withDatabase(text: string, name: string): string {
  const [, scheme = '', credentials, authority = '', , query] = ADDRESS.exec(text) ?? [];
  const user = credentials === undefined ? '' : `${credentials}@`;
  return `${scheme}${user}${authority}/${encodeURIComponent(name)}${query === undefined ? '' : `?${query}`}`;
}
