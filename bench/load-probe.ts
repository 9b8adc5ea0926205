import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './support/figures.ts';
import { httpCall } from './support/http-call.ts';
import { printAnswer, programInput } from './support/program-input.ts';

/**
 * Sends requests to two paths at a steady rate, however long responses take, so that a stall counts for every request
 * that would have met it (a client that waits for each response would miss it). Reports the 99th percentile of each in
 * milliseconds, after `warmSeconds`.
 */
const {
  url,
  token,
  seconds,
  warmSeconds = 0,
} = programInput<{ url: string; token: string; seconds: number; warmSeconds?: number }>();

const agent = new Agent({ keepAlive: true });
const PACE = { '/api/auth/me': 20, '/health/live': 50 }; // milliseconds between two

async function probe(path: string, every: number): Promise<number> {
  const asked: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number * every < (warmSeconds + seconds) * 1000; number++) {
    await pause(Math.max(0, startedAt + number * every - performance.now()));
    asked.push(ask(path));
  }
  return percentile((await Promise.all(asked)).slice((warmSeconds * 1000) / every), 0.99);
}

async function ask(path: string): Promise<number> {
  const { status, ms, text } = await httpCall(agent, { url: `${url}${path}`, token });
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return ms;
}

const [me, live] = await Promise.all(Object.entries(PACE).map(([path, every]) => probe(path, every)));
printAnswer({ me, live });
agent.destroy();
