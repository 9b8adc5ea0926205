/** A bucket, and how it is reached. */
export interface FilesAddress {
  readonly bucket: string;
  /** Before every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** The address of the server, without bucket and path. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket as the first part of the path, or of the host's name. */
  readonly style: 'path' | 'host';
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const KNOWN = ['endpoint', 'region', 'style'];

/** Parses `s3://bucket/prefix?endpoint=…&region=…&style=…`; `undefined` for anything else. */
export function filesAddress(text: string): FilesAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined;
  if ([...url.searchParams.keys()].some((name, place, all) => !KNOWN.includes(name) || all.indexOf(name) !== place))
    return undefined;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const given = url.searchParams.get('endpoint');
  const endpoint = originOf(given ?? `https://s3.${region}.amazonaws.com`);
  const style = url.searchParams.get('style') ?? (given === null ? 'host' : 'path');
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  const fits = BUCKET.test(url.hostname) && PREFIX.test(prefix) && REGION.test(region) && endpoint !== undefined;
  if (!fits || (style !== 'path' && style !== 'host')) return undefined;
  return { bucket: url.hostname, prefix, endpoint, region, style };
}

/** What is wrong with `…_URL` and the settings of its keys, which all begin as `prefix` does. */
export function bucketProblems(prefix: string, { url, hasKeys }: { url: string; hasKeys: boolean }): string[] {
  const problems: string[] = [];
  if (filesAddress(url) === undefined)
    problems.push(`${prefix}_URL must be s3://bucket/prefix?endpoint=https://host:port&region=…, without credentials`);
  if (!hasKeys) problems.push(`${prefix}_S3_ACCESS_KEY and ${prefix}_S3_SECRET_KEY must be set with ${prefix}_URL`);
  return problems;
}

/** Whether one of them has what the other one has: its objects would be taken for the other's. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [filesAddress(one), filesAddress(other)];
  if (first === undefined || second === undefined) return false;
  if (first.endpoint !== second.endpoint || first.bucket !== second.bucket) return false;
  return first.prefix.startsWith(second.prefix) || second.prefix.startsWith(first.prefix);
}

/** Without a query, a path or credentials, which would not reach the server as somebody meant them. */
function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const fits = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return fits && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}
