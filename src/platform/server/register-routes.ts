import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnyCaller, type Authenticate, keyOfCaller, type RequireLive } from '../http/caller.ts';
import { Accepted, type Route } from '../http/define-route.ts';
import { type HasRecentSignIn, type RequireAccess, reauthRequired } from '../http/route-access.ts';
import { readForms } from '../http/uploaded-form.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { pace } from '../kernel/pace.ts';
import { thenSync } from '../kernel/then-sync.ts';
import { allowLongBody } from './body-time.ts';
import { type CallerTurns, fairTurns, openAnswers, staysOpen, turnKindOf } from './caller-turns.ts';
import { checkHook } from './check-hook.ts';
import { limitKey } from './client-address.ts';
import { compressList, isCompressed } from './compress-list.ts';
import { gateAsksForToken } from './gate.ts';
import { readFormBodies } from './json-body.ts';
import type { KnownPaths } from './known-paths.ts';
import type { LimitRoute } from './limit-route.ts';
import { RouteCall } from './route-call.ts';
import { filtersByTenant, querySchema, readTenant } from './tenant-query.ts';
import { refuseWayInUnderOldPassword } from './ways-in-added.ts';

export interface RoutingDeps {
  readonly paths: KnownPaths;
  readonly authenticate: Authenticate;
  readonly requireLive: RequireLive;
  readonly requireAccess: RequireAccess;
  readonly hasRecentSignIn: HasRecentSignIn;
  readonly limitRoute: LimitRoute;
  readonly turns: CallerTurns;
  readonly clock: Clock;
}

/** Registers routes behind the gate. @throws Error when a route declares itself looser than the gate */
export function registerRoutes(server: FastifyInstance, routes: readonly Route[], deps: RoutingDeps): void {
  const turn = fairTurns();
  const hold = openAnswers();
  for (const route of routes) {
    refuseLooserThanGate(route);
    refuseScopeOfPeople(route);
    refuseWayInUnderOldPassword(route);
    deps.paths.add(route.method, route.path);
  }
  const add = (scope: FastifyInstance, route: Route) => {
    const handle = handlerOf(route, deps, hold);
    scope.route({
      method: route.method,
      url: route.path,
      config: { route },
      schema: schemaOf(route),
      onRequest: checkHook(checksBeforeBody(route, deps, turn)),
      ...(isCompressed(route) ? { onSend: compressList } : {}),
      ...(filtersByTenant(route) ? { preHandler: readTenant } : {}),
      ...(route.request.bodyMayBeMissing ? { preValidation: emptyObjectForNoBody } : {}),
      handler: (request, reply) => answer(route, request, reply, deps, handle),
    });
  };
  const { forms = [], handedOver = [], either = [], others = [] } = Object.groupBy(routes, bodiesOf);
  for (const route of others) add(server, route);
  server.register((scope, _options, done) => {
    readFormBodies(scope);
    for (const route of either) add(scope, route);
    done();
  });
  server.register((scope, _options, done) => {
    leaveBodiesAlone(scope);
    for (const route of handedOver) add(scope, route);
    for (const route of onePerPath(handedOver)) addPreflight(scope, route, deps);
    done();
  });
  server.register((scope, _options, done) => {
    readForms(scope);
    for (const route of forms) add(scope, route);
    done();
  });
}

function bodiesOf({ request }: Route): 'forms' | 'handedOver' | 'either' | 'others' {
  if (request.form) return 'forms';
  if (request.handedOver) return 'handedOver';
  return request.bodyMayBeForm ? 'either' : 'others';
}

function leaveBodiesAlone(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const onePerPath = (routes: readonly Route[]): Route[] => [
  ...new Map(routes.map((route) => [route.path, route])).values(),
];

/** Preflights are handed over too: only whoever answers the request knows which origins may call it (Fetch §3.2.2). */
function addPreflight(scope: FastifyInstance, route: Route, deps: RoutingDeps): void {
  scope.route({
    method: 'OPTIONS',
    url: route.path,
    config: { route },
    handler: (request, reply) => answer(route, request, reply, deps, route.handle),
  });
}

function refuseLooserThanGate({ method, path, access }: Route): void {
  if (access.kind !== 'bearer' && gateAsksForToken(method, path)) {
    throw new Error(`${method} ${path} allows callers without a token, but the gate requires a token there`);
  }
}

/** Routes about the caller's own account, or that always require re-authentication, are for people only. */
function refuseScopeOfPeople({ method, path, access, requiresReauth }: Route): void {
  if (access.kind === 'open' || access.scope === undefined) return;
  if (requiresReauth === 'always' || OF_ONESELF.test(path))
    throw new Error(`${method} ${path} names a scope, but no service may ever call it`);
}

const OF_ONESELF = /^\/api\/(?:users\/me|auth)(?:\/|$)/;

/** A missing body becomes an empty object; `null` is a body, of the wrong type. */
async function emptyObjectForNoBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** The checks that a route declares beyond the gate and that run before its body is read. */
function checksBeforeBody(
  route: Route,
  { authenticate, requireAccess, hasRecentSignIn, limitRoute, clock }: RoutingDeps,
  turn: () => Promise<void> | undefined,
) {
  const { access } = route;
  const limit = limitRoute(route);
  const takeFrom = async (take: NonNullable<typeof limit>, { caller, clientAddress }: FastifyRequest) => {
    const taken = await take(caller ? keyOfCaller(caller) : limitKey(clientAddress));
    if (taken.allowed) return;
    throw new AppError('request.too_many', { retryAfter: taken.until - clock.now() });
  };
  const admit = (request: FastifyRequest, caller: AnyCaller | undefined): unknown => {
    request.caller = caller;
    if (caller !== undefined) requireAccess(access, caller);
    if (route.requiresReauth === 'always' && caller !== undefined && !hasRecentSignIn(caller))
      throw reauthRequired(caller);
    if (route.request.form && access.kind === 'bearer') allowLongBody(request.raw);
    return limit && takeFrom(limit, request);
  };
  const check = (request: FastifyRequest): unknown => {
    const { authorization } = request.headers;
    if (access.kind === 'open' || (access.kind === 'optional' && authorization === undefined))
      return admit(request, request.caller);
    const ask = () => request.caller ?? authenticate(authorization);
    const asked = access.kind === 'optional' && access.badToken === 'stranger' ? orStranger(ask) : ask();
    return thenSync(asked, (caller) => admit(request, caller));
  };
  if (route.limit.kind !== 'lockout' && route.refuseEarly === undefined) return check;
  return async (request: FastifyRequest): Promise<void> => {
    if (route.limit.kind === 'lockout') await turn(); // sign-ins may come in crowds
    await route.refuseEarly?.(limitKey(request.clientAddress)); // a promise where several processes share a line
    await check(request);
  };
}

/** The caller, or `undefined` for an invalid token. An unavailable store is an error, not a stranger. */
async function orStranger(ask: () => AnyCaller | Promise<AnyCaller>): Promise<AnyCaller | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

type Handle = (call: RouteCall, caller: AnyCaller | undefined) => Promise<unknown>;

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RoutingDeps,
  handle: Handle,
): Promise<unknown> {
  if (typeof route.requiresReauth === 'object') await requireReauthWhereNeeded(route, request, deps.hasRecentSignIn);
  const { success } = route.responses;
  const call = new RouteCall(route, request, reply, deps);
  const body = await handle(call, request.caller);
  if (reply.sent) return reply;
  if (body instanceof Accepted) return reply.code(202).send(body.body);
  reply.code(success.status);
  return success.status === 204 ? reply.send() : body;
}

/** Whoever has waited for their turn may have signed out meanwhile, or gone. */
function handlerOf(route: Route, { turns, requireLive }: RoutingDeps, hold: ReturnType<typeof openAnswers>): Handle {
  const kind = turnKindOf(route);
  const handle = staysOpen(route) ? holding(route, hold) : route.handle;
  if (kind === 'none') return handle;
  if (kind === 'paced')
    return async (call, caller) => {
      await pace();
      return handle(call, caller);
    };
  return (call, caller) =>
    turns.inLine(caller ? keyOfCaller(caller) : call.limitKey, route.isSearch === true, async (hasWaited) => {
      if (!hasWaited) return handle(call, caller);
      if (call.left().aborted) return call.reply.hijack();
      await requireLive(caller);
      return handle(call, caller);
    });
}

const holding =
  (route: Route, hold: ReturnType<typeof openAnswers>): Handle =>
  async (call, caller) => {
    if (caller) hold(keyOfCaller(caller), call.reply);
    return route.handle(call, caller);
  };

/** Needs the validated request; the other checks are in `checksBeforeBody`. */
async function requireReauthWhereNeeded(
  { requiresReauth }: Route,
  { caller, body, query, params }: FastifyRequest,
  hasRecentSignIn: HasRecentSignIn,
): Promise<void> {
  if (requiresReauth === undefined || requiresReauth === 'always' || requiresReauth.applies === 'by-handler') return;
  if (caller === undefined || hasRecentSignIn(caller)) return;
  if (await requiresReauth.applies({ body, query, params }, caller)) throw reauthRequired(caller);
}

function schemaOf(route: Route): object {
  const { request, responses } = route;
  return withoutUndefined({
    body: request.body,
    querystring: querySchema(route),
    params: request.params,
    response: responseSchemas(responses),
  });
}

/** By `2xx`: a member named `200` makes V8 reserve 300 places, 2.5 KB, and Fastify copies it. */
function responseSchemas({ success, accepted }: Route['responses']): object | undefined {
  const schemas = withoutUndefined({ '2xx': success.schema, 202: accepted?.schema });
  return Object.keys(schemas).length > 0 ? schemas : undefined;
}

const withoutUndefined = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
