import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { seconds } from '../../src/platform/kernel/durations.ts';
import { type AuthenticatorApp, authenticatorApp, untilStepIsYoung } from '../support/authenticator-app.ts';
import { picture } from '../support/avatar-fixture.ts';
import { formBody } from '../support/form-body.ts';
import { type ReceivedMail, readMails } from '../support/mail-box.ts';
import { makeCertificate } from '../support/mail-certificate.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/mail-smtp-server.ts';
import { runCommand } from '../support/operator-command.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { createTestStore, type TestStore } from '../support/test-store.ts';

const ANA = 'ana@example.hr';
const FIRST = 'mirno more plovi';
const SECOND = 'burno more stoji';
const MAIL_WITHIN = seconds(15);

const SUBJECTS = [
  'Lozinka je promijenjena',
  'Nova lozinka',
  'Nova lozinka',
  'Nova prijava u Vaš račun',
  'Pozivnica: Savez',
  'Uključen je drugi korak prijave',
];

interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly mails: () => readonly ReceivedMail[];
}

async function migratedStore(t: TestContext): Promise<TestStore> {
  const store = await createTestStore();
  t.after(() => store.remove());
  const { code, err } = await runCommand('migrate', store.env);
  assert.equal(code, 0, err);
  return store;
}

test('an account from invitation to password reset, with mails as files', { timeout: 60_000 }, async (t) => {
  const store = await migratedStore(t);
  await liveThrough(t, { env: store.env, mails: () => readMails(store.dataDir) });
});

test('an account from invitation to password reset, with mails over authenticated SMTP and TLS', {
  timeout: 60_000,
}, async (t) => {
  const store = await migratedStore(t);
  const { smtp, env } = await startPostOffice(t, store.dataDir);
  await liveThrough(t, { env: { ...store.env, ...env }, mails: () => smtp.taken });
  assert.deepEqual(readMails(store.dataDir), [], 'nothing else is recorded');
  const ways = smtp.taken.map(({ secure, user, recipients }) => ({ secure, user, recipients }));
  const expected = env.SVC_SMTP_TLS === 'none' ? { secure: false, user: undefined } : { secure: true, user: 'savez' };
  for (const way of ways) assert.deepEqual(way, { ...expected, recipients: [ANA] });
});

/** Over TLS where openssl can make a certificate, otherwise unencrypted on this machine. */
async function startPostOffice(
  t: TestContext,
  folder: string,
): Promise<{ smtp: TestSmtpServer; env: Record<string, string> }> {
  const certificate = makeCertificate();
  if (certificate === undefined) {
    t.diagnostic('!!! openssl is not installed: the mails went without TLS !!!');
    const smtp = await startSmtpServer(t, { disabledCommands: ['STARTTLS'] });
    const env = { SVC_SMTP_HOST: 'localhost', SVC_SMTP_PORT: String(smtp.port), SVC_SMTP_TLS: 'none' };
    return { smtp, env };
  }
  const trusted = join(folder, 'smtp-ca.pem');
  writeFileSync(trusted, certificate.cert);
  const smtp = await startSmtpServer(t, { ...certificate, authOptional: false });
  const account = { SVC_SMTP_USER: 'savez', SVC_SMTP_PASSWORD: 'tajna pošte' };
  const server = { SVC_SMTP_HOST: 'localhost', SVC_SMTP_PORT: String(smtp.port), SVC_SMTP_TLS: 'starttls' };
  return { smtp, env: { ...server, ...account, NODE_EXTRA_CA_CERTS: trusted } };
}

async function liveThrough(t: TestContext, { env, mails }: Surroundings): Promise<void> {
  const app = authenticatorApp(t);
  const created = await runCommand(`user create --email ${ANA} --ime Ana --prezime Čavić --role member --mail`, env);
  assert.equal(created.code, 0, created.err);
  assert.ok(!created.out.includes('token='), 'a mailed link is not shown');
  const service = await startProcess(t, { ...env, SVC_BCRYPT_COST: '10', SVC_LOG_LEVEL: 'info' });

  const invitation = await tokenOfNewest(mails, '/setup-password');
  await acceptInvitation(service, invitation);
  const first = (await service.signIn(ANA, FIRST)).body;
  assert.deepEqual([first.user.status, first.user.email_verified, first.user.must_change_pwd], ['active', true, false]);

  const { secret, codes } = await enrol(service, app, first.access_token);
  const second = await signInWithCodes(service, app, secret, codes);
  const open = [first, ...second];
  const reset = await askForReset(service, mails);
  for (const { access_token: token } of open)
    assert.equal(
      (await service.call('GET /api/auth/me', { token })).status,
      200,
      'requesting a reset ends nothing yet',
    );
  await setPassword(service, 'reset-password', reset, SECOND);
  await assertAllDead(service, open);

  assert.equal((await service.signIn(ANA, FIRST)).body.code, 'login.wrong');
  const half = await service.signIn(ANA, SECOND);
  assert.deepEqual([half.status, half.body.detail], [401, '2FA_REQUIRED'], 'a password reset keeps the second factor');
  const body = { email: ANA, password: SECOND, totp: codes[1] };
  const last = await service.call('POST /api/auth/login', { body });
  assert.equal(last.status, 200);
  await wearAvatar(service, last.body.access_token);

  await untilMailed(mails, SUBJECTS.length);
  assert.deepEqual(
    mails()
      .map(({ subject }) => subject)
      .sort(),
    SUBJECTS,
  );
  assert.deepEqual(new Set(mails().map(({ to }) => to)), new Set([ANA]));
  for (const secretOf of [invitation, reset, FIRST, SECOND, secret, ...codes, first.access_token])
    assert.ok(!service.output().includes(secretOf), 'the log holds no secret');
}

async function tokenOfNewest(mails: Surroundings['mails'], path: string): Promise<string> {
  for (const giveUpAt = performance.now() + MAIL_WITHIN; performance.now() < giveUpAt; await pause(50)) {
    const links = mails().flatMap((mail) => mail.links.map((link) => new URL(link)));
    const token = links.findLast(({ pathname }) => pathname === path)?.searchParams.get('token');
    if (token) return token;
  }
  throw new Error(`No mail with a link to ${path} came in time`);
}

async function untilMailed(mails: Surroundings['mails'], count: number): Promise<void> {
  for (const giveUpAt = performance.now() + MAIL_WITHIN; performance.now() < giveUpAt; await pause(50))
    if (mails().length >= count) return;
}

async function setPassword(
  service: ServiceProcess,
  page: 'setup-password' | 'reset-password',
  token: string,
  password: string,
): Promise<void> {
  for (let look = 0; look < 2; look++) {
    const preflight = await service.call(`GET /api/auth/${page}?token=${token}`);
    assert.deepEqual(
      [preflight.status, preflight.body.email],
      [200, page === 'setup-password' ? 'ana@example.hr' : 'a•••@example.hr'],
      'checking a link does not spend it',
    );
  }
  const body = { token, new_password: password };
  assert.equal((await service.call(`POST /api/auth/${page}`, { body })).status, 200);
  const again = await service.call(`POST /api/auth/${page}`, { body });
  assert.deepEqual([again.status, again.body.code], [400, 'token.invalid']);
}

async function acceptInvitation(service: ServiceProcess, token: string): Promise<void> {
  assert.equal((await service.signIn(ANA, FIRST)).status, 401, 'nobody signs in before the invitation is accepted');
  await setPassword(service, 'setup-password', token, FIRST);
}

async function enrol(service: ServiceProcess, app: AuthenticatorApp, token: string) {
  const { body } = await service.call('POST /api/auth/2fa/setup', { token });
  assert.match(body.qr_code, /^data:image\/png;base64,/);
  assert.equal(body.recovery_codes.length, 8);
  await untilStepIsYoung();
  // The previous step, so that the following sign-in need not wait for the next one.
  const code = app.codeAt(body.secret, Date.now() - seconds(30));
  const verified = await service.call('POST /api/auth/2fa/verify', { token, body: { code } });
  assert.deepEqual([verified.status, verified.body], [200, { enabled: true }]);
  return { secret: body.secret as string, codes: body.recovery_codes as readonly string[] };
}

/** One from the app and one recovery code. Neither works twice. */
async function signInWithCodes(
  service: ServiceProcess,
  app: AuthenticatorApp,
  secret: string,
  codes: readonly string[],
) {
  const enter = (totp?: string) =>
    service.call('POST /api/auth/login', { body: { email: ANA, password: FIRST, ...(totp ? { totp } : {}) } });
  const without = await enter();
  assert.deepEqual([without.status, without.body.detail], [401, '2FA_REQUIRED']);
  await untilStepIsYoung();
  const code = app.codeAt(secret, Date.now());
  const signedIn = [];
  for (const totp of [code, codes[0]]) {
    const entered = await enter(totp);
    assert.equal(entered.status, 200, JSON.stringify(entered.body));
    const again = await enter(totp);
    assert.deepEqual([again.status, again.body.code], [401, 'login.wrong']);
    signedIn.push(entered.body);
  }
  const { body } = await service.call('GET /api/auth/2fa/status', { token: signedIn[0].access_token });
  assert.deepEqual(body, { enabled: true, recovery_codes_left: 7 });
  return signedIn;
}

async function askForReset(service: ServiceProcess, mails: Surroundings['mails']): Promise<string> {
  const forgot = (email: string, from?: string) =>
    service.call('POST /api/auth/forgot-password', { body: { email }, ...(from ? { from } : {}) });
  const stranger = await forgot('nitko@example.hr');
  const behindProxy = await forgot(ANA, '203.0.113.9');
  assert.deepEqual(behindProxy.body, stranger.body, 'a proxied request gets no hint');
  const older = await tokenOfNewest(mails, '/reset-password');
  const { body } = await forgot(ANA);
  assert.notEqual(body.reset_token, older);
  const preflight = await service.call(`GET /api/auth/reset-password?token=${older}`);
  assert.equal(preflight.status, 400, 'a new link replaces the old one');
  for (let look = 0; look < 300; look++, await pause(50)) {
    const token = await tokenOfNewest(mails, '/reset-password');
    if (token === body.reset_token) return token;
  }
  throw new Error('The second link was not mailed');
}

async function assertAllDead(service: ServiceProcess, sessions: readonly Record<string, string>[]): Promise<void> {
  for (const { access_token: token, refresh_token } of sessions) {
    const me = await service.call('GET /api/auth/me', { token: token ?? '' });
    assert.deepEqual([me.status, me.body.code], [401, 'auth.revoked']);
    assert.equal((await service.call('POST /api/auth/refresh', { body: { refresh_token } })).status, 401);
  }
}

async function wearAvatar(service: ServiceProcess, token: string): Promise<void> {
  const bytes = await picture('png', { width: 64, height: 32 });
  const { headers, payload } = formBody([{ bytes, filename: 'ja.png', type: 'image/png' }]);
  const base = `http://127.0.0.1:${service.port}`;
  const uploaded = await fetch(`${base}/api/auth/me/avatar`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload),
  });
  assert.equal(uploaded.status, 200);
  const me = await service.call('GET /api/auth/me', { token });
  assert.match(me.body.avatar_url, /^\/uploads\/avatars\/\d+_\d+\.png$/);
  const served = await fetch(`${base}${me.body.avatar_url}`);
  assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png']);
  assert.equal(served.headers.get('x-content-type-options'), 'nosniff');
  assert.match(served.headers.get('content-security-policy') ?? '', /sandbox/);
  const { width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  assert.deepEqual([width, height], [64, 32]);
}

test('the first administrator sets up the account with the link in a file only its owner can read', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const env = { ...store.env, SVC_ADMIN_EMAIL: 'sef@example.hr', SVC_BCRYPT_COST: '10', SVC_LOG_LEVEL: 'info' };
  const service = await startProcess(t, env);
  const file = join(store.dataDir, 'setup-link');
  const link = await untilWritten(file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const url = new URL(link.trim());
  assert.equal(`${url.origin}${url.pathname}`, 'http://127.0.0.1:8080/setup-password');
  const token = url.searchParams.get('token') ?? '';
  assert.ok(!service.output().includes(token), 'the log names the file, not its content');
  const preflight = await service.call(`GET /api/auth/setup-password?token=${token}`);
  const left = Date.parse(preflight.body.expires_at) - Date.now();
  assert.ok(left > seconds(3500) && left <= seconds(3600), `${left} ms`);
  const body = { token, new_password: FIRST };
  assert.equal((await service.call('POST /api/auth/setup-password', { body })).status, 200);
  const signedIn = await service.signIn('sef@example.hr', FIRST);
  assert.deepEqual([signedIn.body.user.role, signedIn.body.user.tier], ['superadmin', 0]);
  assert.equal((await service.call('GET /api/admin/users', { token: signedIn.body.access_token })).status, 200);
  assert.deepEqual(readMails(store.dataDir), [], 'it is not mailed');
  await untilGone(file);
  await service.stop();
  await startProcess(t, env, service.port);
  assert.ok(!existsSync(file), 'a later start creates no new link');
});

/** The file is looked at every five seconds. */
async function untilGone(file: string): Promise<void> {
  for (let look = 0; existsSync(file); look++, await pause(100)) assert.ok(look < 300, 'a used link stays');
}

async function untilWritten(file: string): Promise<string> {
  for (let look = 0; look < 100; look++, await pause(50)) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text.endsWith('\n')) return text;
    } catch {}
  }
  throw new Error(`${file} was not written`);
}
