import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { Authenticate } from '../http/caller.ts';
import { requestErrors, serverErrors } from '../http/http-errors.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { sendStoredFiles } from '../http/stored-file.ts';
import { AppError } from '../kernel/app-error.ts';
import { minutes, seconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { limitBodyTime } from './body-time.ts';
import { brokenHttpAnswerer, tunnelRefuser } from './broken-http.ts';
import { clientAddressReader, networkOf } from './client-address.ts';
import { allowOrigins } from './cross-origin.ts';
import { replyWithError } from './error-reply.ts';
import { gateAsksForToken } from './gate.ts';
import { forgetTypeOfNothing, readJsonBodies } from './json-body.ts';
import { type KnownPaths, knownPaths } from './known-paths.ts';
import { namesOneHost } from './one-host.ts';
import { pathOfTarget } from './request-target.ts';
import { serialiserCompiler, validatorCompiler } from './schema-compilers.ts';
import { ACCESS_LINE } from './service-log.ts';

const KIBI = 1024;
const CLOSING = { headers: { connection: 'close' } };

/**
 * How long a client may take to send its headers, its whole request, and one with a file by somebody signed in (50 MB at
 * 700 kbit/s); `check` is how often that is looked at.
 */
export const CLIENT_TIMEOUTS = { headers: seconds(15), request: seconds(30), upload: minutes(10), check: seconds(5) };

export interface HttpServerDeps {
  readonly settings: Pick<Settings, 'server'>;
  readonly log: Logger;
  readonly authenticate: Authenticate;
  /** Told of every request that was answered. */
  readonly countRequest?: RequestMetrics['count'];
  readonly timeouts?: typeof CLIENT_TIMEOUTS;
}

/** An HTTP server with gate, limits of size and time, headers and error replies, and no routes yet. */
export function createHttpServer({
  settings,
  log,
  authenticate,
  countRequest = () => {},
  timeouts = CLIENT_TIMEOUTS,
}: HttpServerDeps): {
  server: FastifyInstance;
  paths: KnownPaths;
} {
  const headers = securityHeaders(settings.server.publicUrl);
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: opaqueId,
    bodyLimit: 64 * KIBI,
    requestTimeout: timeouts.upload, // the shorter one is in `limitBodyTime`
    connectionTimeout: seconds(60),
    keepAliveTimeout: seconds(72), // longer than the usual proxy's 60 s, so that the proxy closes first
    forceCloseConnections: 'idle',
    return503OnClosing: false, // answered below, in our own words
    http: {
      maxHeaderSize: 16 * KIBI,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      requireHostHeader: false, // `namesOneHost` asks for it
    },
    clientErrorHandler: brokenHttpAnswerer(headers),
    // What the router refuses reaches no hook: a target that cannot be decoded, but nothing for its length, which the
    // largest header bounds anyway.
    frameworkErrors: (error, request, reply) =>
      replyWithError(error, request, reply.headers(headers).header('x-request-id', request.id)),
    routerOptions: { maxParamLength: 16 * KIBI },
  }) as unknown as FastifyInstance;
  server.server.on('connect', tunnelRefuser(headers));
  const paths = knownPaths();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serialiserCompiler);
  server.setErrorHandler(replyWithError);
  readJsonBodies(server);
  sendStoredFiles(server);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('clientAddress', '');
  server.decorateRequest('refusedWith', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    forgetTypeOfNothing(request);
    limitBodyTime(server.server, request.raw, timeouts.request);
    done(namesOneHost(request.raw) ? undefined : new AppError(requestErrors['request.malformed'], CLOSING));
  });
  allowOrigins(server, settings.server.corsOrigins); // before the gate: a page must be able to read its 401
  addGate(server, settings, authenticate, paths);
  server.setNotFoundHandler((request, reply) => answerUnknown(request, reply, paths));
  addAccessLog(server, countRequest);
  return { server, paths };
}

function addGate(
  server: FastifyInstance,
  { server: { trustedProxies } }: Pick<Settings, 'server'>,
  authenticate: Authenticate,
  paths: KnownPaths,
): void {
  const clientAddress = clientAddressReader(trustedProxies);
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onRequest', async (request, reply) => {
    request.clientAddress = clientAddress(
      request.socket.remoteAddress ?? '',
      request.headers['x-forwarded-for'] as string | undefined,
    );
    const path = pathOfTarget(request.raw.url ?? '');
    if (path === undefined) throw new AppError(requestErrors['request.target']);
    if (stopping) throw new AppError(serverErrors['server.stopping'], CLOSING);
    // The gate: before body, validation and handler, for unknown paths too.
    if (gateAsksForToken(request.method, request.routeOptions.url ?? path)) {
      request.caller = await authenticate(request.headers.authorization);
    }
    if (request.is404) return answerUnknown(request, reply, paths); // whatever its body may be
  });
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths): FastifyReply {
  const allowed = paths.methodsOf(pathOfTarget(request.raw.url ?? '') ?? '');
  if (allowed.length === 0 && isNavigation(request) && request.server.sendMissingPage)
    return request.server.sendMissingPage(reply.header('vary', 'accept'));
  if (allowed.length === 0) throw new AppError(requestErrors['request.not_found']);
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send();
  throw new AppError(requestErrors['request.method'], { headers: { allow: allowed.join(', ') } });
}

/** Somebody who typed or followed an address; programs and parts of pages ask for no HTML. */
const isNavigation = ({ method, headers, raw }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html') && !/^\/(?:api|uploads)\b/.test(raw.url ?? '');

/** One line a request, and one more in the figures, by the pattern of its route: a path may carry personal data, a query a token. */
function addAccessLog(server: FastifyInstance, countRequest: RequestMetrics['count']): void {
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, caller, refusedWith, clientAddress } = request;
    const milliseconds = reply.elapsedTime;
    const answered = { method, route: routeOptions.url, status: reply.statusCode, code: refusedWith };
    const from = refusedWith === undefined ? {} : { from: networkOf(clientAddress) };
    request.log.info({ ...answered, ms: Math.round(milliseconds), user_id: caller?.userId, ...from }, ACCESS_LINE);
    countRequest({ ...answered, milliseconds });
  });
}
