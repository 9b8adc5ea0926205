import { runProgram } from './child-program.ts';

const CONNECTIONS = 32;

/** Answers a second to GET me of this caller, from another process. */
export async function getMeRateAt(url: string, token: string, seconds: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const load = { url: `${url}/api/auth/me`, headers, connections: CONNECTIONS, seconds };
  return (await runProgram<{ rate: number }>('load-requests.ts', load)).rate;
}
