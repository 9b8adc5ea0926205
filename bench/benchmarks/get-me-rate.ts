import { Kysely } from 'kysely';
import { PooledPostgres } from '../../src/platform/database/each-engine.ts';
import type { Schema } from '../../src/platform/database/schema.ts';
import { findSession } from '../../src/sign-in/sessions/find-session.ts';
import type { BenchSite } from '../support/bench-site.ts';
import { runProgram, startProgram } from '../support/child-program.ts';
import { type Figure, inTurn, shareFigure } from '../support/figures.ts';
import { httpCall } from '../support/http-call.ts';
import { getMeRateAt, tokensFor } from '../support/request-rate.ts';

const CONNECTIONS = 32;
const POOL = 10; // the service's default
const PATH = '/api/auth/me';
/** Headers that Node writes itself. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive']);

/** GET me, which reads the session at every call, compared with a server that only sends the same bytes. */
export async function getMeRate(site: BenchSite): Promise<Figure[]> {
  const { store, seeded, service, pace } = site;
  const tokens = tokensFor(seeded);
  const ask = (url: string, seconds: number) => getMeRateAt(url, tokens, seconds);
  const { text, rawHeaders } = await httpCall(undefined, { url: `${service.url}${PATH}`, token: tokens[0] ?? '' });
  const headers = pairsOf(rawHeaders).filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
  const bare = await startProgram<{ port: number }>('bare-server.ts', { headers: headers.flat(), body: text });
  const bareUrl = `http://127.0.0.1:${bare.answer.port}`;
  await ask(service.url, 1);
  await ask(bareUrl, 1);
  const serve = () => ask(service.url, pace.seconds);
  const beside = await inTurn(pace.rounds, serve, () => ask(bareUrl, pace.seconds));
  await bare.stop();
  const about = { what: 'GET me : bare node:http', engine: store.engine, unit: '/s' };
  if (store.databaseUrl === undefined) return [shareFigure(about, 0.5, beside)];
  const raw = await inTurn(pace.rounds, serve, () => rawReads(site));
  return [shareFigure({ ...about, what: 'GET me : the same query by pg' }, 0.6, raw)];
}

async function rawReads({ store, seeded, pace }: BenchSite): Promise<number> {
  const keys = tokensFor(seeded).map(jtiOf);
  const text = await sessionStatement();
  const { databaseUrl } = store;
  const load = { databaseUrl, text, keys, pool: POOL, atOnce: CONNECTIONS, seconds: pace.seconds };
  return (await runProgram<{ rate: number }>('raw-reads.ts', load)).rate;
}

/** The service's own statement, captured by a pool without a connection. */
async function sessionStatement(): Promise<string> {
  let statement = '';
  const query = async (sql: string) => {
    statement = sql;
    return { command: 'SELECT' as const, rowCount: 0, rows: [] };
  };
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
  // The part of a pool that one statement needs.
  await findSession(new Kysely<Schema>({ dialect: new PooledPostgres({ pool: pool as never }) }), '');
  return statement;
}

const pairsOf = (rawHeaders: readonly string[]): [string, string][] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));

const jtiOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;
