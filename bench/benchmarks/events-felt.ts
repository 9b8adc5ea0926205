import { setTimeout as pause } from 'node:timers/promises';
import type { BenchSite } from '../support/bench-site.ts';
import { runProgram, startProgram } from '../support/child-program.ts';
import { ceilingFigure, type Figure, percentile } from '../support/figures.ts';
import { httpCall } from '../support/http-call.ts';
import { processorMs } from '../support/process-cost.ts';
import { getMeRateAt, tokensFor } from '../support/request-rate.ts';
import { PASSWORD } from '../support/seed-people.ts';

const SUBSCRIBERS = 10;
const CHANGES = 200;
const ARRIVED_WITHIN_MS = 600_000; // far more than it takes, for machines with much else to do

/**
 * How late events arrive while many people change, and what subscribers cost those who do something else: processor time, with them and
 * without, in turns.
 */
export async function eventsFelt({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  const { url, process } = service;
  const admin = callsOf(url, seeded.admin.access_token);
  const sink = await startProgram<{ url: string }>('event-sink.ts', {});
  const app = { name: 'Primatelj', kind: 'spa', redirect_uris: ['http://127.0.0.1:9/'], scopes: ['profile'] };
  const { id: application_id = '' } = await admin('POST', '/api/admin/applications', app);
  const push = { application_id, form: 'push', url: sink.answer.url };
  const spent = () => processorMs([process.pid ?? 0]);
  const getMe = async () => {
    const before = spent();
    const rate = await getMeRateAt(url, tokensFor(seeded), pace.seconds);
    return (spent() - before) / (rate * pace.seconds);
  };
  const emails = seeded.emails.slice(0, pace.signIns);
  const signIn = async () => {
    const before = spent();
    await runProgram('load-sign-ins.ts', { url, emails, password: PASSWORD, atOnce: 2 });
    return (spent() - before) / emails.length;
  };
  try {
    const first = await admin('POST', SUBSCRIPTIONS, push);
    const lags = await lagsAt(sink.answer.url, CHANGES * pace.changeSeconds, () =>
      runProgram('make-changes.ts', { env: store.env, perSecond: CHANGES, seconds: pace.changeSeconds }),
    );
    const ids = [first.id ?? ''];
    while (ids.length < SUBSCRIBERS) ids.push((await admin('POST', SUBSCRIPTIONS, push)).id ?? '');
    const turn = async (verb: 'pause' | 'resume') => {
      for (const id of ids) await admin('POST', `${SUBSCRIPTIONS}/${id}/${verb}`, {});
    };
    await getMe();
    await signIn();
    const [me, entered]: [number[], number[]] = [[], []];
    for (let round = 0; round < pace.rounds; round++) {
      const [meWith, enteredWith] = [await getMe(), await signIn()];
      await turn('pause');
      me.push(meWith / (await getMe()));
      entered.push(enteredWith / (await signIn()));
      await turn('resume');
    }
    const about = (what: string, unit: string) => ({ what, engine: store.engine, unit });
    return [
      ceilingFigure(about(`events: lag at ${CHANGES} changes/s, median`, 'ms'), 2000, [percentile(lags, 0.5)]),
      ceilingFigure(about(`events: lag at ${CHANGES} changes/s, p99`, 'ms'), 5000, [percentile(lags, 0.99)]),
      ceilingFigure(about(`GET me: processor time with ${SUBSCRIBERS} subscribers`, '× of none'), 1.05, me),
      ceilingFigure(about(`sign-in: processor time with ${SUBSCRIBERS} subscribers`, '× of none'), 1.05, entered),
    ];
  } finally {
    await sink.stop();
    await admin('DELETE', `/api/admin/applications/${application_id}`); // a start loads the provider where there is one
  }
}

const SUBSCRIPTIONS = '/api/admin/subscriptions';

/** Until the last one has arrived. */
async function lagsAt(sink: string, wanted: number, change: () => Promise<unknown>): Promise<number[]> {
  const lags: number[] = [];
  const began = performance.now();
  await change();
  while (lags.length < wanted && performance.now() - began < ARRIVED_WITHIN_MS) {
    await pause(200);
    lags.push(...(JSON.parse((await httpCall(undefined, { url: sink })).text) as number[]));
  }
  if (lags.length < wanted) throw new Error(`${lags.length} of ${wanted} events arrived`);
  return lags;
}

/** Waits where it is told to: subscriptions may be changed a few times a minute. */
const callsOf =
  (url: string, token: string) =>
  async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, string>> => {
    for (;;) {
      const { status, text } = await httpCall(undefined, {
        method,
        url: `${url}${path}`,
        token,
        ...(body && { body }),
      });
      if (status === 429) await pause(5000);
      else if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
      else return text === '' ? {} : JSON.parse(text);
    }
  };
