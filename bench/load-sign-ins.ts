import { Agent } from 'node:http';
import { httpCall } from './support/http-call.ts';
import { printAnswer, programInput } from './support/program-input.ts';

/** Signs people in from one browser, a few at a time, each once; reports the rate per second. */
const { url, emails, password, atOnce } = programInput<{
  url: string;
  emails: string[];
  password: string;
  atOnce: number;
}>();

/** The value of a device cookie is random, so the browser's may be this one. */
const COOKIE = 'svc_device=the-browser-of-us-all-';

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const waiting = [...emails];

async function signInsInTurn(): Promise<void> {
  for (let email = waiting.pop(); email !== undefined; email = waiting.pop()) {
    const { status, text } = await httpCall(agent, {
      method: 'POST',
      url: `${url}/api/auth/login`,
      cookie: COOKIE,
      body: { email, password },
    });
    if (status !== 200) throw new Error(`A sign-in was answered ${status}: ${text}`);
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: atOnce }, signInsInTurn));
printAnswer({ rate: emails.length / ((performance.now() - startedAt) / 1000) });
agent.destroy();
