import { runProgram } from './child-program.ts';

const CONNECTIONS = 32;

/** Answers a second to GET me of this caller, from another process. */
export async function getMeRateAt(url: string, token: string, seconds: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const load = { url: `${url}/api/auth/me`, headers, connections: CONNECTIONS, seconds };
  return (await runProgram<{ rate: number }>('load-requests.ts', load)).rate;
}

/** Answers a second to a service that asks about one token over and over. */
export async function introspectionRateAt(
  url: string,
  asked: { readonly token: string; readonly bearer: string; readonly seconds: number },
): Promise<number> {
  const { token, bearer, seconds } = asked;
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const load = { url: `${url}/api/introspect`, method: 'POST', headers, body, connections: CONNECTIONS, seconds };
  return (await runProgram<{ rate: number }>('load-requests.ts', load)).rate;
}
