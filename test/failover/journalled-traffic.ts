import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PROCESS_PASSWORD } from '../support/seeded-store.ts';
import { callProcess, type ProcessAnswer, type ProcessCall } from '../support/service-process.ts';
import { type Called, emptyJournal, type Journal, telephoneOf } from './acknowledged-journal.ts';

/** Pauses between the calls of one client, below what the limits of routes allow. */
const PACE_MS = { create: 300, update: 160, read: 50, signIn: 500 };
const GIVE_UP_AFTER_MS = 25_000;

export interface Traffic {
  readonly journal: Journal;
  /** Waits for calls in progress. */
  stop(): Promise<void>;
}

export interface TrafficTarget {
  readonly port: number;
  /** Somebody who may create people, and members; all with `PROCESS_PASSWORD`. */
  readonly admin: string;
  readonly members: readonly string[];
  /** The tenant of the members, for new people. */
  readonly tenantId: number;
}

/**
 * Four clients that create people, update profiles, read, and sign in and out, until they are stopped. Nothing is retried: a
 * missing response leaves open whether the write happened.
 */
export async function startTraffic({ port, admin, members, tenantId }: TrafficTarget): Promise<Traffic> {
  const journal = emptyJournal();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = (target: string, call: ProcessCall) =>
    callProcess(port, target, { agent, giveUpAfterMs: GIVE_UP_AFTER_MS, ...call });
  let running = true;
  const attempt = async (kind: Called['kind'], call: () => Promise<ProcessAnswer>) => {
    const at = performance.now();
    const answer = await call().catch((error: Error) => error);
    const note = (ended: Called['ended'], instead?: string) =>
      void journal.calls.push({ kind, ended, at, ms: performance.now() - at, ...(instead && { instead }) });
    if (answer instanceof Error) note('broken', answer.message);
    else if (answer.status < 300) note('ok');
    else note(isRefusal(answer) ? 'refused' : 'wrong', `${answer.status} ${answer.body.code ?? answer.body}`);
    return answer instanceof Error || answer.status >= 300 ? undefined : answer;
  };
  const repeat = async (paceMs: number, act: (round: number) => Promise<void>) => {
    for (let round = 0; running; round++) {
      await act(round);
      await pause(paceMs);
    }
  };
  const signIn = (email: string) =>
    ask('POST /api/auth/login', { body: { email, password: PROCESS_PASSWORD }, from: '203.0.113.9' });
  const tokens = new Map<string, string>();
  for (const email of [admin, ...members]) tokens.set(email, (await signIn(email)).body.access_token);
  const tokenOf = (email: string) => tokens.get(email) ?? '';
  const run = randomBytes(4).toString('hex');

  const create = async (round: number) => {
    const email = `nova${run}-${round}@example.hr`;
    const body = { email, ime: 'Nova', prezime: 'Osoba', role: 'member', tenant_id: tenantId };
    const made = await attempt('write', () => ask('POST /api/admin/users', { token: tokenOf(admin), body }));
    if (made) journal.created.add(email);
  };
  const update = async (round: number) => {
    const email = members[round % members.length] ?? '';
    const count = round + 1;
    const numbers = journal.numbers.get(email) ?? { acknowledged: 0, sent: 0 };
    journal.numbers.set(email, numbers);
    numbers.sent = count;
    const body = { telefon: telephoneOf(count) };
    const put = await attempt('write', () => ask('PUT /api/auth/me', { token: tokenOf(email), body }));
    if (put) numbers.acknowledged = count;
  };
  const read = async (round: number) => {
    const token = tokenOf(members[round % members.length] ?? '');
    await attempt('read', () => ask('GET /api/auth/me', { token }));
  };
  const signInAgain = async (round: number) => {
    const answer = await attempt('sign-in', () => signIn(members[round % members.length] ?? ''));
    if (answer === undefined) return;
    const token = String(answer.body.access_token);
    journal.opened.add(token);
    if (round % 2 === 0) return;
    journal.opened.delete(token); // without a response it may or may not have ended
    if (await attempt('write', () => ask('POST /api/auth/logout', { token }))) journal.ended.add(token);
  };
  const clients = [
    repeat(PACE_MS.create, create),
    repeat(PACE_MS.update, update),
    repeat(PACE_MS.read, read),
    repeat(PACE_MS.signIn, signInAgain),
  ];
  return {
    journal,
    stop: async () => {
      running = false;
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

/** Whether it is a temporary refusal, by the service or by deploy/haproxy in the same format. */
const isRefusal = ({ status, body }: ProcessAnswer): boolean =>
  status === 503 && typeof body === 'object' && typeof body.code === 'string' && typeof body.detail === 'string';
