import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const ACCESS_KEY = 'AKIATESTTESTTEST';
export const SECRET_KEY = 'tajna+of/the=bucket0123456789abcdef';
/** A real server to test against, if `TEST_S3_URL` and the settings of the keys name one. */
export const outsideBucket: Readonly<Record<string, string | undefined>> | undefined =
  process.env.TEST_S3_URL === undefined ? undefined : { ...process.env, SVC_FILES_URL: process.env.TEST_S3_URL };

const REGION = 'us-east-1';
const LISTED_AT_ONCE = 3;

interface StoredObject {
  readonly content: Buffer;
  readonly at: Date;
}

interface PartialUpload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** A disturbance of a request; `undefined`: a normal response. */
type Fault = (request: { method: string; key: string }, response: ServerResponse) => 'faulty' | undefined;

export interface BucketServer {
  readonly objects: Map<string, StoredObject>;
  /** The settings of a service that keeps its files here. */
  env(prefix?: string, more?: Record<string, string>): Record<string, string>;
  /** The settings of one that keeps its backups here. */
  backupEnv(prefix?: string): Record<string, string>;
  /** Parts of uploads that are not complete, by their id. */
  readonly uploads: Map<string, PartialUpload>;
  /** `METHOD key`, in order of arrival. */
  readonly requests: string[];
  fault: Fault | undefined;
  connections(): Promise<number>;
  /** Stops listening, and starts again on the same port. */
  away(): Promise<void>;
  back(): Promise<void>;
}

/** A server with one bucket, `datoteke`: as much of S3 as the service uses, with signatures and hashes checked. */
export async function startBucketServer(t: TestContext): Promise<BucketServer> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, PartialUpload>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://bucket');
    const [, bucket, key = ''] = /^\/([^/]+)\/(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const { method = '' } = request;
    requests.push(`${method} ${key}`);
    if (bucketServer.fault?.({ method, key }, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    const wrong = whatIsWrong(request, url, content);
    if (wrong) return refuse(response, 403, wrong);
    if (bucket !== 'datoteke') return refuse(response, 404, 'NoSuchBucket');
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return inParts({ method, key, content, query: url.searchParams }, response, { objects, uploads });
    if (method === 'GET' && key === '') return list(response, url, objects);
    if (method === 'PUT') objects.set(key, { content, at: new Date() });
    else if (method === 'DELETE') objects.delete(key);
    else if (method === 'GET') return send(request, response, objects.get(key));
    response.writeHead(method === 'DELETE' ? 204 : 200).end();
  };
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const away = async () => {
    server.closeAllConnections();
    await new Promise<unknown>((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  t.after(away);
  const bucketServer: BucketServer = {
    objects,
    uploads,
    requests,
    fault: undefined,
    connections: promisify(server.getConnections.bind(server)),
    env: (prefix = 'savez', more = {}) => ({
      SVC_FILES_URL: `s3://datoteke/${prefix}?endpoint=http://127.0.0.1:${port}`,
      SVC_FILES_S3_ACCESS_KEY: ACCESS_KEY,
      SVC_FILES_S3_SECRET_KEY: SECRET_KEY,
      ...more,
    }),
    backupEnv: (prefix = 'kopije') => ({
      SVC_BACKUP_URL: `s3://datoteke/${prefix}?endpoint=http://127.0.0.1:${port}`,
      SVC_BACKUP_S3_ACCESS_KEY: ACCESS_KEY,
      SVC_BACKUP_S3_SECRET_KEY: SECRET_KEY,
    }),
    away,
    back: () => listen(port),
  };
  return bucketServer;
}

interface PartsRequest {
  readonly method: string;
  readonly key: string;
  readonly content: Buffer;
  readonly query: URLSearchParams;
}

/** An upload in several parts: it is no object until it is complete. */
function inParts(
  { method, key, content, query }: PartsRequest,
  response: ServerResponse,
  { objects, uploads }: Pick<BucketServer, 'objects' | 'uploads'>,
): void {
  const id = query.get('uploadId');
  if (id === null && method === 'GET') {
    response.end(uploadsBelow(query.get('prefix') ?? '', uploads));
  } else if (id === null) {
    const made = `upload-${uploads.size}-${objects.size}`;
    uploads.set(made, { key, parts: new Map() });
    response.end(`<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`);
  } else {
    const upload = uploads.get(id);
    if (upload?.key !== key) refuse(response, 404, 'NoSuchUpload');
    else if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), content);
      response.writeHead(200, { etag: etagOf(content) }).end();
    } else if (method === 'DELETE' || completed(upload, content.toString(), objects)) {
      uploads.delete(id);
      response.writeHead(method === 'DELETE' ? 204 : 200).end();
    } else response.end('<?xml version="1.0"?><Error><Code>InvalidPart</Code></Error>'); // as S3 has it, with 200
  }
}

function completed({ key, parts }: PartialUpload, list: string, objects: BucketServer['objects']): boolean {
  const named = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
  const found = named.flatMap(([, number, etag]) => {
    const part = parts.get(Number(number));
    return part !== undefined && etagOf(part) === etag ? [part] : [];
  });
  if (found.length === 0 || found.length !== named.length) return false;
  objects.set(key, { content: Buffer.concat(found), at: new Date() });
  return true;
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

const uploadsBelow = (prefix: string, uploads: BucketServer['uploads']): string => {
  const entries = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(([id, { key }]) => `<Upload><Key>${encodeURIComponent(key)}</Key><UploadId>${id}</UploadId></Upload>`);
  return `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
};

/** Refuses requests for which `isIt` is true. */
export const refusing =
  (isIt: (request: { method: string; key: string }) => boolean, status: number, code: string): Fault =>
  (request, response) => {
    if (!isIt(request)) return undefined;
    refuse(response, status, code);
    return 'faulty';
  };

export function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function send({ headers }: IncomingMessage, response: ServerResponse, found: StoredObject | undefined): void {
  const content = found?.content ?? Buffer.alloc(0);
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = content.subarray(Number(first), Number(last) + 1);
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${content.length}`;
  if (found === undefined) refuse(response, 404, 'NoSuchKey');
  else if (headers.range === undefined) response.writeHead(200, { 'content-length': content.length }).end(content);
  else if (part.length === 0) refuse(response, 416, 'InvalidRange');
  else response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part);
}

/** Few per page, so that listing needs several requests. */
function list(response: ServerResponse, { searchParams }: URL, objects: BucketServer['objects']): void {
  const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('continuation-token') ?? ''];
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = found.slice(0, LISTED_AT_ONCE);
  const entries = page.map(
    ([key, { content, at }]) =>
      `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
  );
  const next = found.length > page.length ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  response.end(
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  );
}

/** Signature version 4, implemented from its specification rather than with the package that the service uses. */
function whatIsWrong({ method = '', headers }: IncomingMessage, url: URL, content: Buffer): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, accessKey, day = '', region, signed = '', signature = ''] = given.exec(headers.authorization ?? '') ?? [];
  if (accessKey !== ACCESS_KEY || region !== REGION) return 'InvalidAccessKeyId';
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(at - Date.now()) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const digest = String(headers['x-amz-content-sha256']);
  if (digest !== sha256(content)) return 'XAmzContentSHA256Mismatch';
  const { 'content-md5': md5 } = headers;
  if (md5 !== undefined && md5 !== createHash('md5').update(content).digest('base64')) return 'BadDigest';
  const query = [...url.searchParams]
    .map((pair) => pair.map(strictly).join('='))
    .sort()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, query, lines.join(''), signed, digest].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const keys = [day, REGION, 's3', 'aws4_request'];
  const key = keys.reduce<Buffer>((last, part) => hmac(last, part), Buffer.from(`AWS4${SECRET_KEY}`));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
