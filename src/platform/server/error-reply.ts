import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { asStoreError } from '../database/store-errors.ts';
import { InvalidRequest, problemsFrom } from '../http/request-refusal.ts';
import { isForServicesAlone } from '../http/route-access.ts';
import { AppError, type RefusalCode } from '../kernel/app-error.ts';
import { opaqueId } from '../kernel/ids.ts';

/** Fastify's own errors by code, known only here. */
const FRAMEWORK: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.target',
};

const PARTS: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

/** Converts any error to an `AppError`, the one kind that clients see; the cause is only logged. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, validation, validationContext = '' } = error as FastifyError & { validationContext?: string };
  if (validation) return new InvalidRequest(problemsFrom(validation, PARTS[validationContext] ?? validationContext));
  const known = FRAMEWORK[code ?? ''];
  if (known) return new AppError(known, { cause: error });
  const stored = asStoreError(error); // a read outside a transaction throws the engine's error
  return stored instanceof AppError ? stored : new AppError('server.fault', { cause: error });
}

function asRouteSays(refusal: AppError, { routeOptions }: FastifyRequest): AppError {
  const { invalid } = routeOptions.config.route ?? {};
  return invalid !== undefined && refusal instanceof InvalidRequest ? refusal.refusedAs(invalid) : refusal;
}

/** The only place that writes an error response. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRouteSays(asAppError(error), request);
  const { status } = refusal;
  // Our own 503s (without a cause) are in the access log; a stack trace for each would make an overload worse.
  if (status >= 500 && !(status === 503 && refusal.cause === undefined))
    request.log.error({ request_id: request.id, err: refusal.cause ?? refusal, code: refusal.code }, 'request failed');
  request.refusedWith = refusal.code;
  reply.code(status).headers(refusal.headers).header('cache-control', 'no-store');
  if (status === 401) reply.header('www-authenticate', challengeOf(refusal, request));
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1');
  return reply.type('application/json; charset=utf-8').send(errorBody(refusal, request.id));
}

/** The gate's refusals of a token that was sent. */
const BAD_TOKEN: ReadonlySet<RefusalCode> = new Set(['auth.invalid', 'auth.expired', 'auth.revoked']);

/**
 * RFC 6750 §3.1: programs are told why, and only where a token was sent, by no other scheme. What people call answers a plain `Bearer`,
 * which is published; our client goes by the code.
 */
function challengeOf({ code }: AppError, { headers, routeOptions }: FastifyRequest): string {
  const { access } = routeOptions.config.route ?? {};
  const isSent = BAD_TOKEN.has(code) && /^bearer /i.test(headers.authorization ?? '');
  return isSent && access !== undefined && isForServicesAlone(access) ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** The body of an error response, `{"detail", "code", "request_id", …}`, as JSON text. */
function errorBody(refusal: AppError, requestId: string): string {
  const detail = refusal instanceof InvalidRequest ? refusal.problems : refusal.message;
  return JSON.stringify({ detail, code: refusal.code, request_id: requestId, ...refusal.members });
}

const BY_CODE: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers requests that Node's parser rejects before there is a request object, and closes the connection. `headers` are
 * sent with every response.
 */
export function brokenHttpAnswerer(headers: Readonly<Record<string, string>>) {
  const answer = bareAnswerer(headers);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    answer(socket, BY_CODE[error.code ?? ''] ?? 'request.malformed');
  };
}

/**
 * Refuses CONNECT: Node hands over its socket instead of a request, and would close it without a response if nobody
 * took it.
 */
export function tunnelRefuser(headers: Readonly<Record<string, string>>) {
  const answer = bareAnswerer(headers);
  return (_request: unknown, socket: Socket): void => {
    socket.on('error', () => {}); // nobody else listens now: a reset by the client would end the process
    answer(socket, 'request.target');
    socket.destroySoon(); // no server timeout applies either
  };
}

function bareAnswerer(headers: Readonly<Record<string, string>>) {
  const common = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (socket: Socket, code: RefusalCode): void => {
    const requestId = opaqueId();
    const refusal = new AppError(code);
    const body = errorBody(refusal, requestId);
    const head = [
      `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Bad Request'}`,
      ...common,
      `x-request-id: ${requestId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
