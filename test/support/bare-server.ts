import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import type { Caller } from '../../src/platform/http/caller.ts';
import type { Route } from '../../src/platform/http/define-route.ts';
import { AppError } from '../../src/platform/kernel/app-error.ts';
import { callerTurns } from '../../src/platform/server/caller-turns.ts';
import { CLIENT_TIMEOUTS, createHttpServer } from '../../src/platform/server/http-server.ts';
import { manualClock } from './manual-clock.ts';

export interface BareServerOptions {
  readonly env?: Record<string, string>;
  readonly timeouts?: Partial<typeof CLIENT_TIMEOUTS>;
}

/** `registerRoutes`, which only tests in its folder may import. */
type Register<Deps> = (server: FastifyInstance, routes: readonly Route[], parts: Deps) => void;

/** The HTTP server with a test's routes and no rooms. Accepts the single token `Bearer good`. */
export function bareServer<Deps>(
  t: TestContext,
  register: Register<Deps>,
  routes: readonly Route[],
  { env = {}, timeouts }: BareServerOptions = {},
): FastifyInstance {
  const authenticate = async (authorization: string | undefined): Promise<Caller> => {
    if (authorization !== 'Bearer good') throw new AppError('auth.missing');
    // Anything these tests' routes do not need is left out.
    return { userId: 1, tenantId: 1, email: 'ana@example.hr', tier: 0, obligations: [] } as unknown as Caller;
  };
  const { server, paths } = createHttpServer({
    settings: readSettings(env),
    log: pino({ level: 'silent' }),
    authenticate,
    timeouts: { ...CLIENT_TIMEOUTS, ...timeouts },
  });
  t.after(() => server.close());
  const limitRoute = () => undefined;
  const requireLive = async () => {};
  const parts = {
    paths,
    authenticate,
    requireLive,
    turns: callerTurns(16),
    requireAccess: () => {},
    hasRecentSignIn: () => true,
    clock: manualClock(),
    limitRoute,
  };
  register(server, routes, parts as Deps);
  return server;
}
