import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Authenticate, Caller, RequireStanding } from '../http/caller.ts';
import type { Route } from '../http/define-route.ts';
import { requestErrors } from '../http/http-errors.ts';
import { leftSignal } from '../http/left-signal.ts';
import { isLocalCall } from '../http/local-call.ts';
import { callOf } from '../http/request-state.ts';
import { type HasRecentSignIn, type RequireAccess, reauthRequired } from '../http/route-access.ts';
import { readForms, uploadedForm } from '../http/uploaded-form.ts';
import { AppError } from '../kernel/app-error.ts';
import { type Clock, instantAt } from '../kernel/clock.ts';
import { inWholeSeconds } from '../kernel/durations.ts';
import { allowLongBody } from './body-time.ts';
import { limitKey } from './client-address.ts';
import { fairTurns } from './fair-turns.ts';
import { gateAsksForToken } from './gate.ts';
import type { KnownPaths } from './known-paths.ts';
import type { LimitRoute } from './limit-route.ts';

export interface RoutingDeps {
  readonly paths: KnownPaths;
  readonly authenticate: Authenticate;
  readonly requireStanding: RequireStanding;
  readonly requireAccess: RequireAccess;
  readonly hasRecentSignIn: HasRecentSignIn;
  readonly limitRoute: LimitRoute;
  readonly clock: Clock;
}

/**
 * Registers routes behind the gate.
 * @throws Error when a route declares itself looser than the gate, which would make its declaration a lie
 */
export function registerRoutes(server: FastifyInstance, routes: readonly Route[], deps: RoutingDeps): void {
  const turn = fairTurns();
  for (const route of routes) {
    refuseLooserThanGate(route);
    deps.paths.add(route.method, route.path);
  }
  const add = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.method,
      url: route.path,
      config: { route },
      schema: schemaOf(route),
      onRequest: checksBeforeBody(route, deps, turn),
      ...(route.request.bodyMayBeMissing ? { preValidation: emptyObjectForNoBody } : {}),
      handler: (request, reply) => answer(route, request, reply, deps),
    });
  const { forms = [], others = [] } = Object.groupBy(routes, ({ request }) => (request.form ? 'forms' : 'others'));
  for (const route of others) add(server, route);
  server.register((scope, _options, done) => {
    readForms(scope);
    for (const route of forms) add(scope, route);
    done();
  });
}

function refuseLooserThanGate({ method, path, access }: Route): void {
  if (access.kind !== 'bearer' && gateAsksForToken(method, path)) {
    throw new Error(`${method} ${path} lets callers in without a token, but the gate asks for a token there`);
  }
}

/** `null` is a body, of the wrong type. */
async function emptyObjectForNoBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** What a route declares beyond the gate, still before its body is read. */
function checksBeforeBody(
  route: Route,
  { authenticate, requireAccess, hasRecentSignIn, limitRoute, clock }: RoutingDeps,
  turn: () => Promise<void> | undefined,
) {
  const limit = limitRoute(route);
  return async (request: FastifyRequest): Promise<void> => {
    if (route.limit.kind === 'attempts') await turn(); // where people guess, a crowd may come
    route.refuseEarly?.(limitKey(request.clientAddress));
    const { access } = route;
    const { authorization } = request.headers;
    if (access.kind === 'bearer' || (access.kind === 'optional' && authorization !== undefined)) {
      const asked = request.caller ?? authenticate(authorization);
      const caller = await (access.kind === 'optional' && access.badToken === 'stranger' ? orStranger(asked) : asked);
      request.caller = caller;
      if (caller !== undefined) requireAccess(access, caller);
      if (route.requiresReauth === 'always' && caller !== undefined && !hasRecentSignIn(caller)) throw reauthRequired();
    }
    if (route.request.form && access.kind === 'bearer') allowLongBody(request.raw);
    if (limit === undefined) return;
    const taken = await limit(request.caller ? `user:${request.caller.userId}` : limitKey(request.clientAddress));
    if (taken.allowed) return;
    const wait = Math.max(1, inWholeSeconds(taken.until - clock.now()));
    throw new AppError(requestErrors['request.too_many'], { headers: { 'retry-after': String(wait) } });
  };
}

/** A store that is away makes nobody a stranger. */
async function orStranger(asked: Caller | Promise<Caller>): Promise<Caller | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.definition.status === 401) return undefined;
    throw error;
  }
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { requireStanding, hasRecentSignIn, clock }: RoutingDeps,
): Promise<unknown> {
  await requireReauthWhereNeeded(route, request, hasRecentSignIn);
  const { success } = route.responses;
  const { form } = route.request;
  const isStanding = () => requireStanding(request.caller);
  const body = await route.handle(
    {
      body: request.body as undefined,
      query: request.query as undefined,
      params: request.params as undefined,
      form: form && (uploadedForm(request, form, isStanding) as never),
      call: callOf(request, route.audit, instantAt(clock.now())),
      limitKey: limitKey(request.clientAddress),
      left: () => leftSignal(reply),
      isLocalCall: () => isLocalCall(request),
      requireStanding: isStanding,
      reply,
    },
    request.caller,
  );
  if (reply.sent) return reply;
  reply.code(success.status);
  return success.status === 204 ? reply.send() : body;
}

/** What needs the request as it was checked; the other half stands in `checksBeforeBody`. */
async function requireReauthWhereNeeded(
  { requiresReauth }: Route,
  { caller, body, query, params }: FastifyRequest,
  hasRecentSignIn: HasRecentSignIn,
): Promise<void> {
  if (requiresReauth === undefined || requiresReauth === 'always' || requiresReauth.applies === 'by-handler') return;
  if (caller === undefined || hasRecentSignIn(caller)) return;
  const read = { body, query, params } as Parameters<typeof requiresReauth.applies>[0];
  if (await requiresReauth.applies(read, caller)) throw reauthRequired();
}

function schemaOf({ request, responses: { success } }: Route): Record<string, unknown> {
  const parts: [string, TSchema | undefined][] = [
    ['body', request.body],
    ['querystring', request.query],
    ['params', request.params],
  ];
  const named = Object.fromEntries(parts.filter(([, schema]) => schema !== undefined));
  return success.schema && !success.mediaType ? { ...named, response: { [success.status]: success.schema } } : named;
}
