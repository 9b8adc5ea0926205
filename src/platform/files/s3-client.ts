import { createReadStream } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { FilesAddress } from '../config/storage-settings.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { PlainAgent, requestPlainly, requestSecurely, SecureAgent } from '../kernel/node-http.ts';
import type { Secret } from '../kernel/secret.ts';
import { traced } from '../metrics/trace.ts';
import { mayPass, NO_ANSWER_IN_TIME, readShortText, S3Failure } from './s3-failure.ts';
import type { TemporaryFile } from './temporary-files.ts';

export interface S3Place extends FilesAddress {
  readonly accessKey: Secret;
  readonly secretKey: Secret;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Of an object, without the prefix; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string | undefined;
  /** Signed with the rest. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Pick<TemporaryFile, 'path' | 'size' | 'sha256'> | { bytes: Buffer; size: number; sha256: string };
}

/** Sends signed requests to one bucket. */
export type S3Client = (request: S3Request) => Promise<IncomingMessage>;

/** For an attempt, from the DNS lookup to the head of the answer. */
const ANSWERED_WITHIN: Milliseconds = seconds(10);
/** A slower connection counts as failed. */
const SLOWEST_BYTES_A_SECOND = 256 * 1024;
/** Every request may be repeated, since each key is put with one content only. */
const PAUSES: readonly Milliseconds[] = [200, 800];
const NO_CONTENT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'; // SHA-256 of nothing

/** The client throws S3Failure for every answer but 200, 204 and 206. */
export function s3Client(place: S3Place): S3Client {
  const base = new URL(place.endpoint);
  if (place.style === 'host') base.hostname = `${place.bucket}.${base.hostname}`;
  const isSecure = base.protocol === 'https:';
  const send = isSecure ? requestSecurely : requestPlainly;
  // Without a limit: people who download slowly hold a connection each, and others must not wait for them.
  const agent = new (isSecure ? SecureAgent : PlainAgent)({ keepAlive: true, maxFreeSockets: 32 });
  const path = place.style === 'host' ? '/' : `/${place.bucket}/`;
  const signingKeys = new Map<string, ArrayBuffer>();

  const attempt = async (request: S3Request, what: string): Promise<IncomingMessage> => {
    const { method, key, query = {}, content, range, headers: more = {} } = request;
    const url = new URL(path + (key === '' ? '' : place.prefix + key), base);
    url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...more, 'x-amz-content-sha256': content?.sha256 ?? NO_CONTENT },
      accessKeyId: place.accessKey.reveal(),
      secretAccessKey: place.secretKey.reveal(),
      service: 's3',
      region: place.region,
      cache: signingKeys,
    }).sign();
    const headers = {
      ...Object.fromEntries(signed.headers),
      ...(content && { 'content-length': content.size, 'content-type': 'application/octet-stream' }),
      ...(range && { range }),
    };
    return answerTo(send(signed.url, { method, headers, agent }), content, what);
  };

  const once = async (request: S3Request): Promise<IncomingMessage> => {
    const what = `${request.method} s3://${place.bucket}/${request.key === '' ? '' : place.prefix + request.key}`;
    const answer = await attempt(request, what);
    const { statusCode: status = 0 } = answer;
    if ([200, 204, 206].includes(status)) return answer;
    const text = await readShortText(answer).catch(() => '');
    throw new S3Failure(what, { status, code: /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'refused' });
  };

  return (request) =>
    traced(
      {
        name: request.method,
        kind: 'client',
        attributes: { 'http.request.method': request.method, 'server.address': base.hostname },
      },
      async () => {
        for (let attempts = 0; ; attempts++) {
          try {
            return await once(request);
          } catch (error) {
            const wait = PAUSES[attempts];
            if (wait === undefined || !isWorthAnother(error)) throw error;
            await pause(wait);
          }
        }
      },
      ({ statusCode }) => ({ 'http.response.status_code': statusCode ?? 0 }),
    );
}

/** A timeout is not retried: it has taken long enough. */
const isWorthAnother = (error: unknown): boolean => mayPass(error) && (error as S3Failure).code !== NO_ANSWER_IN_TIME;

/** @throws S3Failure when no answer arrives in time */
async function answerTo(sent: ClientRequest, content: S3Request['content'], what: string): Promise<IncomingMessage> {
  const within = ANSWERED_WITHIN + seconds((content?.size ?? 0) / SLOWEST_BYTES_A_SECOND);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    sent.destroy(new Error(NO_ANSWER_IN_TIME));
  }, within);
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
  });
  try {
    // Not awaited, since a server that refuses answers while the content is still being sent. An error here also breaks `sent`.
    if (content && 'path' in content) pipeline(createReadStream(content.path), sent).catch(() => {});
    else sent.end(content?.bytes);
    return await answered;
  } catch (cause) {
    const code = isLate ? NO_ANSWER_IN_TIME : ((cause as NodeJS.ErrnoException).code ?? 'no answer');
    throw new S3Failure(what, { code, cause });
  } finally {
    clearTimeout(timer);
  }
}
