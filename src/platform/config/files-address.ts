/** A bucket, and how it is reached. */
export interface FilesAddress {
  readonly bucket: string;
  /** The prefix of every key: empty, or ending with a slash. */
  readonly prefix: string;
  /** The address of the server, without bucket and path. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path, or of the host name. */
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
  if ([...url.searchParams.keys()].some((name, index, all) => !KNOWN.includes(name) || all.indexOf(name) !== index))
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

/** What is wrong with `…_URL` and the settings of its keys, whose names begin with `prefix`. */
export function bucketProblems(prefix: string, { url, hasKeys }: { url: string; hasKeys: boolean }): string[] {
  const problems: string[] = [];
  if (filesAddress(url) === undefined)
    problems.push(`${prefix}_URL must be s3://bucket/prefix?endpoint=https://host:port&region=…, without credentials`);
  if (!hasKeys) problems.push(`${prefix}_S3_ACCESS_KEY and ${prefix}_S3_SECRET_KEY must be set with ${prefix}_URL`);
  return problems;
}

/** Whether two addresses share objects, which one would take for its own. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [filesAddress(one), filesAddress(other)];
  if (first === undefined || second === undefined) return false;
  if (first.endpoint !== second.endpoint || first.bucket !== second.bucket) return false;
  return first.prefix.startsWith(second.prefix) || second.prefix.startsWith(first.prefix);
}

/** The origin of an address. `undefined` with a query, path or credentials, which would not be sent to the server. */
function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const fits = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return fits && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}
