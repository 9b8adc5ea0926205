// engine: none
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { findTool } from '../support/deploy-tool.ts';
import { startSmtpServer } from '../support/mail-smtp-server.ts';
import { freePort } from '../support/service-process.ts';
import { commandsOf, settingsIn, type WalkedMachine, walkedMachine } from '../support/walked-document.ts';

const PASSWORD = 'mirno more plovi';

async function walk(machine: WalkedMachine, document: string, which: (heading: string) => boolean): Promise<string> {
  let output = '';
  for (const { heading, commands } of commandsOf(document)) if (which(heading)) output += await machine.run(commands);
  return output;
}

interface Json {
  readonly [name: string]: unknown;
}

async function post(machine: WalkedMachine, path: string, body: object): Promise<{ status: number; body: Json }> {
  const headers = { 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${machine.port}${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Json };
}

/** Sets the first administrator's password by the set-up link, and signs in. */
async function becomeAdministrator(machine: WalkedMachine, link: string): Promise<string> {
  const token = new URLSearchParams(new URL(link).hash.slice(1) || new URL(link).search).get('token');
  const { status, body } = await post(machine, '/api/auth/setup-password', { token, new_password: PASSWORD });
  assert.equal(status, 200, JSON.stringify(body));
  const settings = readFileSync(new URL('../../docs/walks/one-server.md', import.meta.url), 'utf8');
  return /^SVC_ADMIN_EMAIL=(\S+)$/m.exec(settings)?.[1] ?? '';
}

/** Loads the sign-in page through Caddy, with a certificate of Caddy's internal authority. */
async function throughCaddy(t: TestContext, caddy: string, machine: WalkedMachine): Promise<void> {
  const port = await freePort();
  const env = {
    HOME: machine.place('/etc/caddy'),
    ISKAZNICA_NAME: `https://localhost:${port}`,
    ISKAZNICA_NODES: `127.0.0.1:${machine.port}`,
  };
  const words = ['run', '--adapter', 'caddyfile', '--config', machine.place('/etc/caddy/Caddyfile')];
  const child = spawn(caddy, words, { env, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const ask = async () => {
    const sent = request({ host: 'localhost', port, path: '/health/ready', rejectUnauthorized: false });
    sent.on('error', () => {});
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  let status: number | undefined;
  for (let tries = 0; tries < 200 && status !== 200; tries++) {
    status = await ask().catch(() => undefined);
    await pause(100);
  }
  assert.equal(status, 200);
  child.kill('SIGTERM');
}

test('one small server, and its restore on another machine, work as documented', {
  timeout: 175_000,
}, async (t) => {
  const caddy = findTool(t, 'caddy', 'caddy');
  if (caddy === undefined) return;
  const mails = await startSmtpServer(t, { allowInsecureAuth: true });
  const words = {
    'smtp.example.hr': '127.0.0.1',
    'SVC_SMTP_PORT=587': `SVC_SMTP_PORT=${mails.port}`,
    'SVC_SMTP_TLS=starttls': 'SVC_SMTP_TLS=none', // the mail server of the test has no certificate
    'the password of the mail account': 'tajna pošte',
  };
  const machine = walkedMachine(t, { port: await freePort(), words });
  const told = await walk(machine, 'one-server.md', (heading) => /^[1-4]/.test(heading));
  assert.match(told, /"status":"ok"/);
  await throughCaddy(t, caddy, machine);
  const link = await walk(machine, 'one-server.md', (heading) => heading.startsWith('5'));
  const email = await becomeAdministrator(machine, link.trim());
  const signIn = (at: WalkedMachine) => post(at, '/api/auth/login', { email, password: PASSWORD });
  const first = await signIn(machine);
  assert.equal(first.status, 200, JSON.stringify(first.body));
  await walk(machine, 'one-server.md', (heading) => /^[67]/.test(heading));
  assert.ok(machine.told().includes('enable --now iskaznica-backup.timer iskaznica-rehearsal.timer'));
  const before = await signIn(machine);
  assert.equal(before.status, 200);

  await walk(machine, 'restore.md', (heading) => heading.startsWith('1'));
  const other = walkedMachine(t, { port: await freePort(), words, beside: machine });
  await walk(other, 'one-server.md', (heading) => /^[12]/.test(heading));
  const restored = await walk(other, 'restore.md', (heading) => !heading.startsWith('1'));
  assert.match(restored, /Iva Horvat/);
  assert.doesNotMatch(restored, /journal is missing/);
  assert.equal((await signIn(other)).status, 200);
  const headers = { authorization: `Bearer ${before.body.access_token}` };
  const me = await fetch(`http://127.0.0.1:${other.port}/api/auth/me`, { headers });
  assert.equal(me.status, 401, 'a sign-in from before the restore has ended');
});

test('the settings of three nodes are valid', () => {
  const { SVC_SECRET_FILE: _, ...others } = settingsIn('three-nodes.md');
  const settings = readSettings({ ...others, SVC_SECRET: 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u' });
  assert.equal(settings.server.drainSeconds, 3);
});
