import { PlainConnection } from './support/plain-connection.ts';
import { printAnswer, programInput } from './support/program-input.ts';

/** Each chain refreshes with the token of its last refresh. Reports the rate and the final tokens. */
const { url, tokens, seconds } = programInput<{ url: string; tokens: string[]; seconds: number }>();

const until = performance.now() + seconds * 1000;
const TOKEN = /"refresh_token":"([^"]+)"/;
let refreshed = 0;

/** The route allows 6000 refreshes per minute and address; nobody here should hit that. */
const EACH_ADDRESS = 500;
const someAddress = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

async function chain(token: string): Promise<string> {
  const connection = new PlainConnection(url);
  let latest = token;
  while (performance.now() < until) {
    const address = someAddress(Math.floor(refreshed / EACH_ADDRESS));
    const body = { refresh_token: latest };
    const { status, text } = await connection.post('/api/auth/refresh', body, address);
    const next = TOKEN.exec(text)?.[1];
    if (status !== 200 || next === undefined) throw new Error(`A refresh was answered ${status}: ${text}`);
    latest = next;
    refreshed++;
  }
  connection.end();
  return latest;
}

const startedAt = performance.now();
const ends = await Promise.all(tokens.map(chain));
printAnswer({ rate: refreshed / ((performance.now() - startedAt) / 1000), tokens: ends });
