import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBenchStore } from './support/bench-store.ts';
import { runProgram, startProgram } from './support/child-program.ts';
import { rounded } from './support/figure-table.ts';
import { median } from './support/figures.ts';
import { PASSWORD, seedPeople } from './support/seed-people.ts';
import { startService } from './support/service-process.ts';
import { textTable } from './support/text-table.ts';

/**
 * "Who am I" of this service, of better-auth (the newest that installs) and of Fastify alone, in turns, on the embedded store
 * with one process each: `npm run bench -- peers`. Installs better-auth into a temporary folder.
 */
const [ROUNDS, SECONDS, CONNECTIONS] = [5, 2, 32];
const SERVER = 'better-auth-server.js';

/** A server to measure, with the headers of a signed-in caller. */
interface Peer {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const folder = mkdtempSync(join(tmpdir(), 'iskaznica-peers-'));
const store = await createBenchStore('sqlite');
const stops: (() => Promise<void>)[] = [];
try {
  const ours = await startOurs();
  const peers = [ours, await startFastify(ours), await startBetterAuth()];
  const rates = new Map<Peer, number[]>(peers.map((peer) => [peer, []]));
  for (const peer of peers) await rateOf(peer); // warm
  for (let round = 0; round < ROUNDS; round++) for (const peer of peers) rates.get(peer)?.push(await rateOf(peer));
  const own = rates.get(ours) ?? [];
  const rows = peers.map((peer) => {
    const found = rates.get(peer) ?? [];
    const shares = found.map((rate, round) => (own[round] ?? Number.NaN) / rate);
    return [peer.name, rounded(median(found)), rounded(median(shares))];
  });
  console.log(textTable([['who am I', 'a second', 'ours : it'], ...rows]));
} finally {
  for (const stop of stops.reverse()) await stop();
  await store.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function rateOf({ url, headers }: Peer): Promise<number> {
  const load = { url, requests: [{ headers }], connections: CONNECTIONS, seconds: SECONDS };
  return (await runProgram<{ rate: number }>('load-requests.ts', load)).rate;
}

async function startOurs(): Promise<Peer> {
  const { pairs } = await seedPeople(store.env, 10);
  const service = await startService(store.env);
  stops.push(service.stop);
  const headers = { authorization: `Bearer ${pairs[0]?.access_token}` };
  return { name: 'this service', url: `${service.url}/api/auth/me`, headers };
}

async function startFastify(ours: Peer): Promise<Peer> {
  const sample = await fetch(ours.url, { headers: ours.headers });
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(sample.headers);
  const input = { headers, body: await sample.text(), log: join(folder, 'fastify.log') };
  const server = await startProgram<{ port: number }>('fastify-server.ts', input);
  stops.push(server.stop);
  return { ...ours, name: 'Fastify alone', url: `http://127.0.0.1:${server.answer.port}/api/auth/me` };
}

async function startBetterAuth(): Promise<Peer> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'better-auth'], { cwd: folder });
  const about = JSON.parse(readFileSync(join(folder, 'node_modules/better-auth/package.json'), 'utf8')) as Versioned;
  cpSync(join(import.meta.dirname, 'peers', SERVER), join(folder, SERVER));
  const server = await startProgram<{ port: number }>(join(folder, SERVER), {});
  stops.push(server.stop);
  const origin = `http://127.0.0.1:${server.answer.port}`;
  const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'osoba@example.hr', password: PASSWORD, name: 'Ana' }),
  });
  const cookie = signedUp.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  const url = `${origin}/api/auth/get-session`;
  return { name: `better-auth ${about.version}`, url, headers: { cookie: cookie.join('; ') } };
}

interface Versioned {
  readonly version: string;
}
