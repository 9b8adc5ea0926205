import { runProgram } from './child-program.ts';
import type { Seeded } from './seed-people.ts';

const CONNECTIONS = 32;

/** Access tokens of as many people as there are connections, each with a sign-in of their own. */
export const tokensFor = ({ pairs }: Pick<Seeded, 'pairs'>): readonly string[] =>
  pairs.slice(0, CONNECTIONS).map(({ access_token }) => access_token);

/** Answers a second to GET me of these callers, each on a connection of their own, from another process. */
export const getMeRateAt = (url: string, tokens: readonly string[], seconds: number): Promise<number> =>
  rateOf({
    url: `${url}/api/auth/me`,
    requests: tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } })),
    seconds,
  });

/** Answers a second to a service that asks about tokens, on each connection about another. */
export const introspectionRateAt = (
  url: string,
  {
    tokens,
    bearer,
    seconds,
  }: { readonly tokens: readonly string[]; readonly bearer: string; readonly seconds: number },
): Promise<number> =>
  rateOf({
    url: `${url}/api/introspect`,
    method: 'POST',
    requests: tokens.map((token) => ({
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })),
    seconds,
  });

const rateOf = async (load: object): Promise<number> =>
  (await runProgram<{ rate: number }>('load-requests.ts', { ...load, connections: CONNECTIONS })).rate;
