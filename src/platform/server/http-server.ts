import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { Authenticate } from '../http/caller.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { AppError } from '../kernel/app-error.ts';
import { minutes, seconds } from '../kernel/durations.ts';
import { opaqueId } from '../kernel/ids.ts';
import { thenSync } from '../kernel/then-sync.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { isTracing } from '../metrics/trace.ts';
import { allowOrigins, namesOneHost, pathOfTarget, pipelineLimit } from './admit-request.ts';
import { limitBodyTime } from './body-time.ts';
import { BufferedResponse } from './buffered-response.ts';
import { checkHook } from './check-hook.ts';
import { clientAddressReader, networkOf, trustedProxyReader } from './client-address.ts';
import { brokenHttpAnswerer, replyWithError, tunnelRefuser } from './error-reply.ts';
import { gateAsksForToken } from './gate.ts';
import { forgetTypeOfNothing, readJsonBodies } from './json-body.ts';
import { type KnownPaths, knownPaths } from './known-paths.ts';
import { serialiserCompiler, validatorCompiler } from './schema-compilers.ts';
import { ACCESS_LINE } from './service-log.ts';
import { traceRequests } from './trace-requests.ts';

const KIBI = 1024;
const CLOSING = { headers: { connection: 'close' } };

/**
 * How long a client may take to send its headers, a request, and an authenticated upload (50 MB at 700 kbit/s); `check`
 * is how often that is enforced.
 */
export const CLIENT_TIMEOUTS = { headers: seconds(15), request: seconds(30), upload: minutes(10), check: seconds(5) };

export interface HttpServerDeps {
  readonly settings: Pick<Settings, 'server'>;
  readonly log: Logger;
  readonly authenticate: Authenticate;
  /** Called for every answered request. */
  readonly countRequest?: RequestMetrics['count'];
  readonly timeouts?: typeof CLIENT_TIMEOUTS;
}

/** An HTTP server with gate, limits of size and time, headers and error responses, but no routes yet. */
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
  const waitsBehindTooMany = pipelineLimit();
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger, // or every helper would be typed by pino's
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger, // a child logger per request costs more than the request id in its two lines
    genReqId: opaqueId,
    bodyLimit: 64 * KIBI,
    requestTimeout: timeouts.upload, // the shorter limit is enforced by `limitBodyTime`
    connectionTimeout: seconds(60),
    keepAliveTimeout: seconds(72), // longer than a proxy's usual 60 s, so that the proxy closes first
    forceCloseConnections: 'idle',
    return503OnClosing: false, // answered below, in our own format
    exposeHeadRoutes: false, // `answerHeadToo` costs less
    http: {
      ServerResponse: BufferedResponse,
      maxHeaderSize: 16 * KIBI,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      requireHostHeader: false, // `namesOneHost` checks it
    },
    clientErrorHandler: brokenHttpAnswerer(headers),
    // The router rejects an undecodable target without running hooks. Its length is limited by that of the headers.
    frameworkErrors: (error, request, reply) => {
      if (waitsBehindTooMany(request.raw, reply.raw)) return reply.hijack();
      return replyWithError(error, request, reply.headers(headers).header('x-request-id', request.id));
    },
    routerOptions: { maxParamLength: 16 * KIBI },
    schemaController: { compilersFactory: { buildValidator: setBelow, buildSerializer: setBelow } },
  });
  server.server.on('connect', tunnelRefuser(headers));
  // Node would answer 417 past our headers, gate and log. RFC 9110 §10.1.1 lets a server ignore what it does not know.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRoute', answerHeadToo);
  const paths = knownPaths();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serialiserCompiler);
  server.setErrorHandler(replyWithError);
  readJsonBodies(server);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('clientAddress', '');
  server.decorateRequest('route', undefined);
  server.decorateRequest('refusedWith', undefined);
  if (isTracing()) traceRequests(server, trustedProxyReader(settings.server.trustedProxies));
  server.addHook('onRequest', (request, reply, done) => {
    if (waitsBehindTooMany(request.raw, reply.raw)) return void reply.hijack();
    reply.headers(headers).header('x-request-id', request.id);
    forgetTypeOfNothing(request);
    limitBodyTime(server.server, request.raw, timeouts.request);
    done(namesOneHost(request.raw) ? undefined : new AppError('request.malformed', CLOSING));
  });
  allowOrigins(server, settings.server.corsOrigins); // before the gate: a page must be able to read its 401
  addGate(server, settings, authenticate, paths);
  server.setNotFoundHandler((request, reply) => answerUnknown(request, reply, paths));
  addAccessLog(server, countRequest);
  return { server, paths };
}

/** Never called. Without a factory of ours Fastify would load its own compilers at the start, for nothing. */
function setBelow(): never {
  throw new Error('no compiler of schemas was set');
}

/** One route for GET and HEAD: Fastify would register a second one for HEAD, which takes as much memory and time at the start. */
function answerHeadToo(route: RouteOptions): void {
  if (route.method === 'GET') route.method = ['GET', 'HEAD'];
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
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    request.clientAddress = clientAddress(
      request.socket.remoteAddress ?? '',
      request.headers['x-forwarded-for'] as string | undefined,
    );
    const pattern = request.routeOptions.url;
    request.route = pattern;
    const target = request.raw.url ?? '';
    const path = target === pattern ? pattern : pathOfTarget(target);
    if (path === undefined) throw new AppError('request.target');
    if (stopping) throw new AppError('server.stopping', CLOSING);
    const goOn = () => {
      if (pattern === undefined) answerUnknown(request, reply, paths); // whatever its body is
    };
    // The gate: before body, validation and handler, for unknown paths too.
    if (!gateAsksForToken(request.method, pattern ?? path)) return goOn();
    return thenSync(authenticate(request.headers.authorization), (caller) => {
      request.caller = caller;
      goOn();
    });
  };
  server.addHook('onRequest', checkHook(enter));
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths): FastifyReply {
  const allowed = paths.methodsOf(pathOfTarget(request.raw.url ?? '') ?? '');
  if (allowed.length === 0 && isNavigation(request) && request.server.sendMissingPage)
    return request.server.sendMissingPage(reply.header('vary', 'accept'));
  if (allowed.length === 0) throw new AppError('request.not_found');
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send();
  throw new AppError('request.method', { headers: { allow: allowed.join(', ') } });
}

/** Whether a person opened this address in a browser: programs and subresources do not accept HTML. */
const isNavigation = ({ method, headers, raw }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html') && !/^\/(?:api|uploads)\b/.test(raw.url ?? '');

/** One log line and one count per request, by route pattern: a path may contain personal data, a query a token. */
function addAccessLog(server: FastifyInstance, countRequest: RequestMetrics['count']): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, route, caller, refusedWith: code } = request;
    const { elapsedTime: milliseconds, statusCode: status } = reply;
    const from = code === undefined ? undefined : networkOf(request.clientAddress);
    const ms = Math.round(milliseconds);
    const { userId: user_id, service } = caller ?? {};
    const line = { request_id: request.id, method, route, status, code, ms, user_id, service: service?.id, from };
    request.log.info(line, ACCESS_LINE);
    countRequest({ method, route, status, code, milliseconds });
    done();
  });
}
