import type { VerifiedSession, VerifySession } from './verified-session.ts';
import { isAway } from './verify-session.ts';

export interface SessionRules {
  /** The weakest tier that is let in; 4 means everybody. */
  readonly weakestTier?: number;
  /** The scope that services need; when it is not set, services are refused. */
  readonly serviceScope?: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A request of either framework; `iskaznica` says who sent it. */
interface SentRequest {
  readonly headers: Headers;
  iskaznica?: VerifiedSession;
}

interface ExpressResponse {
  status(code: number): { set(headers: Record<string, string>): { json(body: unknown): unknown } };
}

interface FastifyReply {
  code(status: number): { headers(headers: Record<string, string>): { send(body: unknown): unknown } };
}

/** Lets nobody by without a session: `app.use(requireSession(verifySession))` with Express. */
export const requireSession =
  (verify: VerifySession, rules: SessionRules = {}) =>
  async (request: SentRequest, response: ExpressResponse, next: (error?: unknown) => void): Promise<void> => {
    const outcome = await judged(verify, rules, request.headers).catch((error: unknown) => ({ error }));
    if ('error' in outcome) return next(outcome.error);
    if ('status' in outcome) {
      response.status(outcome.status).set(outcome.headers).json(outcome.body);
      return;
    }
    request.iskaznica = outcome.caller;
    next();
  };

/** The same for Fastify: `app.addHook('onRequest', sessionHook(verifySession))`. */
export const sessionHook =
  (verify: VerifySession, rules: SessionRules = {}) =>
  async (request: SentRequest, reply: FastifyReply): Promise<unknown> => {
    const outcome = await judged(verify, rules, request.headers);
    if ('status' in outcome) return reply.code(outcome.status).headers(outcome.headers).send(outcome.body);
    request.iskaznica = outcome.caller;
    return undefined;
  };

interface Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { readonly detail: string; readonly code: string };
}

const refusal = (status: number, code: string, detail: string, headers: Record<string, string> = {}): Refusal => ({
  status,
  headers: { 'cache-control': 'no-store', ...headers },
  body: { detail, code },
});

const CHALLENGE = { 'www-authenticate': 'Bearer' };

async function judged(
  verify: VerifySession,
  rules: SessionRules,
  { authorization }: Headers,
): Promise<Refusal | { readonly caller: VerifiedSession }> {
  if (typeof authorization !== 'string') return refusal(401, 'auth.missing', 'A Bearer token is needed.', CHALLENGE);
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  const caller = token === undefined ? undefined : await verify(token).catch(unlessAway);
  if (caller === 'away') return refusal(503, 'auth.away', 'Try again later.', { 'retry-after': '2' });
  if (caller === undefined) return refusal(401, 'auth.invalid', 'The session is not valid.', CHALLENGE);
  return mayEnter(caller, rules) ? { caller } : refusal(403, 'access.denied', 'This is not for you.');
}

/** A session that nobody could ask about is neither good nor bad. */
function unlessAway(error: unknown): 'away' {
  if (isAway(error)) return 'away';
  throw error;
}

const mayEnter = ({ kind, tier, scopes }: VerifiedSession, { weakestTier = 4, serviceScope }: SessionRules): boolean =>
  kind === 'service' ? serviceScope !== undefined && scopes.includes(serviceScope) : tier <= weakestTier;
