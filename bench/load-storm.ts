import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './support/figures.ts';
import { PlainConnection } from './support/plain-connection.ts';
import { printAnswer, programInput } from './support/program-input.ts';

/**
 * Everybody signs in at once, and refused clients return after `Retry-After`. `warmStrikes` of `warmSeconds` each come
 * first and are not counted, so that neither process's JIT is measured.
 */
const { url, emails, password, seconds, warmStrikes, warmSeconds } = programInput<{
  url: string;
  emails: string[];
  password: string;
  seconds: number;
  warmStrikes: number;
  warmSeconds: number;
}>();

interface Strike {
  readonly until: number;
  served: number;
  readonly refusedAfter: number[];
}

async function caller(email: string, strike: Strike): Promise<void> {
  const connection = new PlainConnection(url);
  while (performance.now() < strike.until) {
    const askedAt = performance.now();
    const { status, text, retryAfter } = await connection.post('/api/auth/login', { email, password });
    if (status === 200) strike.served++;
    else if (status === 503 && retryAfter !== undefined) {
      strike.refusedAfter.push(performance.now() - askedAt);
      await pause(Math.min(Number(retryAfter) * 1000, Math.max(0, strike.until - performance.now())));
    } else throw new Error(`The storm was answered ${status}: ${text}`);
  }
  connection.end();
}

async function strike(span: number): Promise<Strike> {
  const begun: Strike = { until: performance.now() + span * 1000, served: 0, refusedAfter: [] };
  await Promise.all(emails.map((email) => caller(email, begun)));
  return begun;
}

const beganAt = performance.now();
for (let number = 1; number <= warmStrikes; number++) {
  await strike(warmSeconds);
  await pause(Math.max(0, beganAt + number * (warmSeconds + 1) * 1000 - performance.now())); // admitted sign-ins have finished
}
const { served, refusedAfter } = await strike(seconds);
printAnswer({ rate: served / seconds, refused: refusedAfter.length, refusedP99: percentile(refusedAfter, 0.99) });
