// engine: both
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { authenticatorApp, enrolSecondFactor } from '../support/authenticator-app.ts';
import { type GoogleIssuer, startGoogleIssuer } from '../support/google-issuer.ts';
import { readMails } from '../support/mail-box.ts';
import { type Answer, PASSWORD, startTestService, type TestService } from '../support/test-service.ts';

const SECRET = 'Wq7rT2mXc9Vb4nLk8pZs3dHf6gJy1aEu';
const TYPED = {
  chosen: 'tri plava jedra',
  changed: 'tri bijela jedra',
  reset: 'pet plavih jedara',
  wrong: 'jedro bez vjetra',
  weak: 'lozinka',
};

/** Secrets that may appear only in the responses that issue them. */
class Secrets {
  readonly #found = new Map<string, string>();

  add(name: string, value: string | null | undefined): string {
    assert.ok(value, `there is no ${name}`);
    this.#found.set(value, name);
    return value;
  }

  /** A token pair, recognised by the signatures. */
  addPair(answer: Answer): { token: string; refresh: string } {
    assert.equal(answer.status, 200, answer.text);
    const { access_token: token, refresh_token: refresh } = answer.body;
    for (const [name, jwt] of Object.entries({ 'access token': token, 'refresh token': refresh }))
      this.add(`signature of ${name}`, String(jwt).split('.')[2]);
    return { token, refresh };
  }

  get size(): number {
    return this.#found.size;
  }

  /** Names of those found in the text, alone or within something longer. */
  in(text: string): string[] {
    return [...this.#found].filter(([value]) => standsIn(value, text)).map(([value, name]) => `${name} ${value}`);
  }
}

/** A few digits may occur by chance in longer numbers; longer values may not occur anywhere. */
function standsIn(value: string, text: string): boolean {
  if (!/^\d{6,8}$/.test(value)) return text.includes(value);
  const spaced = value.replace(/^(\d{4})(\d{4})$/, '$1 ?$2');
  return new RegExp(`(?<![0-9A-Za-z.])${spaced}(?![0-9A-Za-z])`).test(text);
}

interface Day {
  readonly service: TestService;
  readonly issuer: GoogleIssuer;
  readonly secrets: Secrets;
  readonly log: readonly string[];
  /** Responses that issue no secret, with their text. */
  readonly said: [string, string][];
  /** Calls and keeps the response for the search. */
  say(target: string, call?: Parameters<TestService['call']>[1]): Promise<Answer>;
}

async function beginDay(t: TestContext): Promise<Day> {
  const log: string[] = [];
  const issuer = await startGoogleIssuer(t);
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const service = await startTestService(t, { ...issuer.env, SVC_SECRET: SECRET }, { log: logger });
  const said: [string, string][] = [];
  return {
    service,
    issuer,
    log,
    said,
    secrets: new Secrets(),
    say: async (target, call) => {
      const answer = await service.call(target, call);
      said.push([`${target.split('?')[0]} ${answer.status}`, `${answer.text} ${JSON.stringify(answer.headers)}`]);
      return answer;
    },
  };
}

const tokenIn = (link: string): string | null => new URL(link).searchParams.get('token');

test('a day of use leaves no secret in log, database, files, responses or the outbox', {
  timeout: 120_000,
}, async (t) => {
  const day = await beginDay(t);
  const { service, secrets } = day;
  for (const [name, value] of Object.entries(TYPED)) if (name !== 'weak') secrets.add(`${name} password`, value);
  secrets.add('first password', PASSWORD);
  secrets.add('service secret', SECRET);
  await service.addPerson({ email: 'sef@example.hr', role: 'superadmin' });
  const { token: boss } = secrets.addPair(await service.signIn('sef@example.hr'));

  const ana = await joinByInvitation(day, boss);
  const withCode = await enrolAndUse(t, day, ana);
  await loseAndChangePassword(day, withCode);
  await useGoogle(day);
  await sendRubbish(day, boss);
  await lookAround(day, boss);
  await assertNothingLeft(t, day);
});

async function joinByInvitation({ service, secrets, say }: Day, boss: string): Promise<string> {
  const person = { email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić', role: 'member' };
  const created = await service.call('POST /api/admin/users', { token: boss, body: person });
  const older = secrets.add('replaced invitation', tokenIn(created.body.invite_link));
  const invited = await service.call(`POST /api/admin/users/${created.body.id}/invite`, { token: boss });
  const token = secrets.add('invitation', tokenIn(invited.body.invite_link));
  await service.mail.deliverDue();
  const path = 'POST /api/auth/setup-password';
  assert.equal((await say(path, { body: { token: older, new_password: TYPED.chosen } })).status, 400);
  assert.equal((await say(path, { body: { token, new_password: TYPED.weak } })).status, 422);
  await say(`GET /api/auth/setup-password?token=${token}`);
  await say(`GET /api/auth/setup-password?token=${token}x`);
  assert.equal((await say(path, { body: { token, new_password: TYPED.chosen } })).status, 200);
  await say('POST /api/auth/login', { body: { email: 'ana@example.hr', password: TYPED.wrong } });
  await say('POST /api/auth/login', { body: { email: 'nitko@example.hr', password: TYPED.wrong } });
  const first = secrets.addPair(await service.signIn('ana@example.hr', TYPED.chosen));
  const refreshed = await service.call('POST /api/auth/refresh', { body: { refresh_token: first.refresh } });
  return secrets.addPair(refreshed).token;
}

async function enrolAndUse(t: TestContext, { service, secrets, say }: Day, token: string) {
  const app = authenticatorApp(t);
  const { secret, recoveryCodes, firstCode } = await enrolSecondFactor(service, app, token);
  secrets.add('seed of the codes', secret);
  secrets.add('first code', firstCode);
  for (const code of recoveryCodes)
    for (const form of [code, code.replaceAll('-', '')]) secrets.add('recovery code', form);
  const enter = (totp: string) => service.signIn('ana@example.hr', TYPED.chosen, totp);
  const code = secrets.add('code', app.codeAt(secret, service.clock.now()));
  secrets.addPair(await enter(code));
  secrets.addPair(await enter(recoveryCodes[0] ?? ''));
  const body = { email: 'ana@example.hr', password: TYPED.chosen };
  for (const totp of [code, recoveryCodes[0], secrets.add('wrong recovery code', 'zzzz-zzzz-zzzz-zzzz')])
    assert.equal((await say('POST /api/auth/login', { body: { ...body, totp } })).status, 401);
  await say('POST /api/auth/login', { body });
  await say('POST /api/auth/2fa/verify', { token, body: { code } });
  await say('POST /api/auth/reauthenticate', { token, body: { code: recoveryCodes[1] } });
  const renewed = await service.call('POST /api/auth/2fa/recovery-codes', { token });
  for (const one of renewed.body.recovery_codes) secrets.add('new recovery code', one);
  await say('GET /api/auth/2fa/status', { token });
  return { token, code: renewed.body.recovery_codes[0] as string };
}

async function loseAndChangePassword({ service, secrets, say }: Day, { token, code }: { token: string; code: string }) {
  const email = 'ana@example.hr';
  await say('POST /api/users/me/email', { token, body: { email: 'ana.nova@example.hr' } });
  await service.mail.deliverDue();
  const change = readMails(service.dataDir).find(({ codes }) => codes.length > 0);
  const mailed = secrets.add('code of the new address', change?.codes[0]);
  await say('POST /api/users/me/email/confirm', { token, body: { code: '00000001' } });
  await say('POST /api/users/me/email/confirm', { token, body: { code: mailed } });
  await say('POST /api/users/me/email/confirm', { token, body: { code: mailed } });
  const change1 = { current_password: TYPED.wrong, new_password: TYPED.changed };
  assert.equal((await say('POST /api/auth/change-password', { token, body: change1 })).status, 403);
  const change2 = { current_password: TYPED.chosen, new_password: TYPED.changed };
  assert.equal((await say('POST /api/auth/change-password', { token, body: change2 })).status, 200);
  assert.equal((await say('POST /api/auth/forgot-password', { body: { email } })).status, 200);
  const told = await service.call('POST /api/auth/forgot-password', {
    body: { email: 'ana.nova@example.hr' },
    from: '127.0.0.1',
  });
  const reset = secrets.add('reset token', told.body.reset_token);
  await service.mail.deliverDue();
  await say(`GET /api/auth/reset-password?token=${reset}`);
  await say('POST /api/auth/setup-password', { body: { token: reset, new_password: TYPED.reset } });
  for (const status of [200, 400])
    assert.equal(
      (await say('POST /api/auth/reset-password', { body: { token: reset, new_password: TYPED.reset } })).status,
      status,
    );
  const entered = await service.signIn('ana.nova@example.hr', TYPED.reset, code);
  const { refresh } = secrets.addPair(entered);
  secrets.addPair(await service.call('POST /api/auth/refresh', { body: { refresh_token: refresh } }));
  service.clock.advance(minutes(1));
  assert.equal((await say('POST /api/auth/refresh', { body: { refresh_token: refresh } })).status, 401, 'reuse');
}

async function useGoogle({ service, issuer, secrets, say }: Day): Promise<void> {
  await service.addPerson({ email: 'eva@gmail.com' });
  const claims = { sub: '55', email: 'eva@gmail.com' };
  const credential = await issuer.token(service.clock, claims);
  secrets.add('Google token', credential.split('.')[2]);
  secrets.add('nonce', 'nonce-3f9a77c1e2');
  secrets.addPair(await service.call('POST /api/auth/google', { body: { credential } }));
  await say('POST /api/auth/google', { body: { credential } });
  const other = await issuer.token(service.clock, { ...claims, nonce: 'nonce-3f9a77c1e2', aud: 'somebody else' });
  secrets.add('foreign Google token', other.split('.')[2]);
  assert.equal(
    (await say('POST /api/auth/google', { body: { credential: other, nonce: 'nonce-3f9a77c1e2' } })).status,
    401,
  );
}

/** Secrets in the wrong places: refusals must not repeat them. */
async function sendRubbish({ secrets, say }: Day, boss: string): Promise<void> {
  const stray = secrets.add('stray token', 'Zalutala-Tajna-0123456789-abcdefghijklmnopqrs');
  for (const authorization of [`Bearer ${stray}`, stray])
    await say('GET /api/auth/me', { headers: { authorization, cookie: `a=${stray}` } });
  await say(`GET /api/auth/me?access_token=${stray}`, { token: boss });
  await say(`GET /${stray}/nothing?token=${stray}`);
  await say('POST /api/auth/login', { body: `{"email":"ana@example.hr","password":"${stray}` });
  await say('POST /api/auth/login', { body: { email: 'ana@example.hr', password: [stray] } });
  await say('POST /api/auth/login', { body: { email: `${stray}@`, password: stray, totp: stray.repeat(3) } });
  await say('POST /api/auth/refresh', { body: { refresh_token: stray } });
  await say('PUT /api/auth/me', { token: boss, body: { preferred_language: stray, telefon: stray } });
  await say(`GET /api/admin/users?limit=${stray}&cursor=${stray}`, { token: boss });
  await say('POST /api/auth/logout', { token: boss, body: stray, headers: { 'content-type': 'text/plain' } });
}

/** Every list and record visible to an administrator without further parameters. */
async function lookAround({ service, say, secrets }: Day, boss: string): Promise<void> {
  const gets = service.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const token = await stillGood(service, secrets, boss);
  for (const path of gets) {
    if (path.includes('*') || path.endsWith('/events')) continue;
    for (const id of path.includes(':id') ? [1, 2, 3, 4, 5, 6] : [1])
      await say(`GET ${path.replace(/:\w+/g, String(id))}`, { token });
  }
  for (const state of ['used', 'replaced', 'expired', 'cancelled'])
    await say(`GET /api/admin/invitations?state=${state}`, { token });
}

async function stillGood(service: TestService, secrets: Secrets, token: string): Promise<string> {
  if ((await service.call('GET /api/auth/me', { token })).status === 200) return token;
  return secrets.addPair(await service.signIn('sef@example.hr')).token;
}

async function assertNothingLeft(t: TestContext, { service, secrets, log, said }: Day): Promise<void> {
  await service.mail.deliverDue();
  const search = (texts: readonly (readonly [string, string])[]): string[] => [
    ...new Set(texts.flatMap(([where, text]) => secrets.in(text).map((secret) => `${where}: ${secret}`))),
  ];
  const mailed = readMails(service.dataDir).map(({ text }) => text);
  assert.equal(
    secrets.in(mailed.join(' ')).length,
    3,
    'where they belong the search finds an invitation, a code and a link',
  );
  for (const path of ['users', 'mails', 'mails/1', 'invitations'])
    assert.ok(
      said.some(([where]) => where === `GET /api/admin/${path} 200`),
      path,
    );

  const tables = await tableTexts(service);
  assert.deepEqual(search([...tables, ...filesBeside(service.dataDir)]), []);
  for (const [name, value] of await storedSecrets(service)) secrets.add(name, value);
  const audit = tables.filter(([name]) => name === 'audit_records');
  assert.deepEqual(search([...said, ...audit, ['log', log.join('')]]), []);
  t.diagnostic(`${secrets.size} secrets, ${said.length} answers, ${log.length} lines of log, ${tables.length} tables`);
  assert.ok(secrets.size > 60 && log.length > 100 && audit.length === 1);
}

/** Each table as text, all columns. */
async function tableTexts({ database }: TestService): Promise<[string, string][]> {
  // Tables as the database lists them.
  const read = database.read as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const names = await tableNames(database.engine, read);
  const texts: [string, string][] = [];
  for (const name of names) texts.push([name, JSON.stringify(await read.selectFrom(name).selectAll().execute())]);
  return texts;
}

async function tableNames(engine: string, read: Kysely<Record<string, Record<string, unknown>>>): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  return (await query.execute(read)).rows.map(({ name }) => name);
}

/** Stored digests of secrets must not be revealed either. */
async function storedSecrets({ database: { read } }: TestService): Promise<[string, string][]> {
  const users = await read.selectFrom('users').select('password_hash').execute();
  const links = await read.selectFrom('action_tokens').select(['seed', 'token_hash']).execute();
  const factors = await read.selectFrom('two_factor').select('secret').execute();
  const codes = await read.selectFrom('recovery_codes').select('code_hmac').execute();
  return [
    ...users.map(({ password_hash }): [string, string] => ['password hash', password_hash ?? '']),
    ...links.flatMap(({ seed, token_hash }): [string, string][] => [
      ['seed', seed],
      ['token hash', token_hash],
    ]),
    ...factors.map(({ secret }): [string, string] => ['sealed seed', secret]),
    ...codes.map(({ code_hmac }): [string, string] => ['recovery code hash', code_hmac]),
  ].filter(([, value]) => value !== '') as [string, string][];
}

/** Every file of the data folder except the mails, which are meant to carry links and codes. */
function filesBeside(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('.eml'))
    .map((name) => [name, readFileSync(join(folder, name), 'latin1')]);
}
