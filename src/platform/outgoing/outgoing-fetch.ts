import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { AddressRange } from '../kernel/address-range.ts';
import { type Milliseconds, seconds } from '../kernel/durations.ts';
import { requestPlainly, requestSecurely } from '../kernel/node-http.ts';
import { codeOf } from '../kernel/unchecked.ts';
import { traced } from '../metrics/trace.ts';
import { OutgoingFailure } from './outgoing-failure.ts';
import { type ResolvedAddress, resolveHost } from './resolve-host.ts';

/**
 * Traces a call to another server in a span that names only its host. No trace headers are sent, since the server belongs to a
 * third party.
 */
export const tracedFetch = (url: URL, method = 'GET', send: () => Promise<Response>): Promise<Response> =>
  traced(
    { name: method, kind: 'client', attributes: { 'http.request.method': method, 'server.address': url.hostname } },
    send,
    ({ status }) => ({ 'http.response.status_code': status }),
  );

/** For the whole exchange, including the DNS lookup. */
const LONGEST_EXCHANGE: Milliseconds = seconds(5);
export const LONGEST_ANSWER = 256 * 1024;

export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Fetches an address that was configured through the API, with limits on where it leads, its size and its time. */
export type OutgoingFetch = (url: string, request?: OutgoingRequest) => Promise<Response>;

/**
 * Guards against server-side request forgery: only `https`; the name is resolved once and the connection made to that address;
 * no private address unless the operator permits it; no redirects; size and time are limited.
 * @throws OutgoingFailure
 */
export const outgoingFetch =
  (permitted: readonly AddressRange[], within: Milliseconds = LONGEST_EXCHANGE): OutgoingFetch =>
  async (address, request = {}) => {
    const url = requireFetchable(address);
    const deadline = AbortSignal.timeout(within);
    return tracedFetch(url, request.method, async () => {
      try {
        const addresses = await before(deadline, resolveHost(url, permitted));
        return await exchange(url, addresses, request, deadline);
      } catch (error) {
        if (deadline.aborted) throw new OutgoingFailure('timed_out', error);
        throw error instanceof OutgoingFailure ? error : new OutgoingFailure(problemOf(error), error);
      }
    });
  };

/** Plain http is for tests on this machine: `resolveHost` refuses it for any other address. */
function requireFetchable(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingFailure('address_invalid');
  return url;
}

async function exchange(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { method = 'GET', headers = {}, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Response> {
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  const options = { method, headers: { ...headers, 'accept-encoding': 'identity' }, signal, agent: false } as const;
  const answer = await answerTo(send(url, { ...options, lookup: pinnedTo(addresses) }), body);
  const { statusCode = 0 } = answer;
  if (statusCode >= 300 && statusCode < 400) {
    answer.destroy();
    throw new OutgoingFailure('redirected');
  }
  const content = await readAtMost(answer, LONGEST_ANSWER);
  const hasBody = ![204, 205].includes(statusCode);
  return new Response(hasBody ? content : null, { status: statusCode, headers: headersOf(answer) });
}

const answerTo = (request: ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.end(body);
  });

/** Connects to the addresses that were checked: the name may resolve to something else by now. */
const pinnedTo =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

async function readAtMost(answer: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const pieces: AsyncIterable<Buffer> = answer;
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > most) throw new OutgoingFailure('too_large'); // leaving the loop ends the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headersOf = ({ headersDistinct }: IncomingMessage): [string, string][] =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );

/** Error codes of TLS for an invalid certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

const problemOf = (error: unknown): 'certificate' | 'unreachable' =>
  CERTIFICATE.test(String(codeOf(error))) ? 'certificate' : 'unreachable';

function before<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}
