import { runProgram } from './child-program.ts';
import type { Seeded } from './seed-people.ts';

const CONNECTIONS = 32;

/** Access tokens of as many people as there are connections. */
export const tokensFor = ({ pairs }: Pick<Seeded, 'pairs'>): readonly string[] =>
  pairs.slice(0, CONNECTIONS).map(({ access_token }) => access_token);

/** GET me responses per second to these callers, each on its own connection to each of the processes, from another process. */
export const getMeRateAt = (url: string, tokens: readonly string[], seconds: number, processes = 1): Promise<number> =>
  rateOf({
    url: `${url}/api/auth/me`,
    requests: tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } })),
    connections: CONNECTIONS * processes,
    seconds,
  });

/** Introspection responses per second to services in turn, with a different token on each connection. */
export const introspectionRateAt = (
  url: string,
  {
    tokens,
    bearers,
    seconds,
  }: { readonly tokens: readonly string[]; readonly bearers: readonly string[]; readonly seconds: number },
): Promise<number> =>
  rateOf({
    url: `${url}/api/introspect`,
    method: 'POST',
    requests: tokens.map((token, index) => ({
      headers: { authorization: `Bearer ${bearers[index % bearers.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })),
    seconds,
  });

const rateOf = async (load: object): Promise<number> =>
  (await runProgram<{ rate: number }>('load-requests.ts', { connections: CONNECTIONS, ...load })).rate;
