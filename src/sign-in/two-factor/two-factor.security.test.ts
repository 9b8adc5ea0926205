// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { type AuthenticatorApp, authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { roundsOr } from '../../../test/support/test-rounds.ts';
import { type Answer, PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { enable, findTwoFactor, spendStep } from './two-factor-store.ts';

const EMAIL = 'ana@example.hr';
/** A code that is right by chance once in 333,333 times. */
const WRONG = '000000';
/** A letter of two bytes, digits of other scripts, a letter above the BMP: libraries compare bytes and would throw. */
const NO_CODES = ['12345č', '１２３４５６', '١٢٣٤٥٦', '12345😀', 'ćčđšžđ'];
const ROUNDS = roundsOr(3);
const AT_ONCE = 20;
/** High enough for all guesses of a race to be evaluated at once. */
const UNLIMITED = { SVC_LOGIN_LOCK_THRESHOLD: '20', SVC_LOGIN_IP_THRESHOLD: '1000' };

async function enrolled(t: TestContext, env: Record<string, string> = {}) {
  const service = await startTestService(t, env);
  const app = authenticatorApp(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const enrolment = await enrolSecondFactor(service, app, token);
  await service.audit.forget();
  await service.mails.take();
  const codeAt = (shift = 0) => app.codeAt(enrolment.secret, service.clock.now() + seconds(30) * shift);
  return { service, app, id, token, codeAt, ...enrolment };
}

const post = (service: TestService, act: string, token: string, body?: unknown, from?: string) =>
  service.call(`POST /api/auth/2fa/${act}`, { token, body, ...(from ? { from } : {}) });

/** Moves the clock until the route limits have reset and the sign-in is no longer recent. */
async function laterTokenOf(service: TestService): Promise<string> {
  service.clock.advance(minutes(11));
  return service.tokenOf(EMAIL);
}

const withStatus = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status);

test('wrong codes at verification and at sign-in share one count and one lock', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  await post(service, 'setup', token);
  await service.signIn(EMAIL, 'ovo nije lozinka');
  await service.audit.forget();
  const wrong = await post(service, 'verify', token, { code: WRONG });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.body.code, '2fa.wrong_code');
  const text = 'Kod nije ispravan (2/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 5 minuta.';
  assert.equal(wrong.body.detail, text);
  for (const _ of [3, 4]) await post(service, 'verify', token, { code: WRONG });
  assert.match((await post(service, 'verify', token, { code: WRONG })).body.detail, /\(5\/5\)/);
  const trail = await service.audit.take();
  const fails = [2, 3, 4, 5].map((count) => ({
    action: '2fa.verify.fail',
    user_id: id,
    actor_id: id,
    meta: { fail_count: count, locked: count === 5 },
  }));
  const lock = {
    action: 'login.locked',
    user_id: id,
    actor_id: id,
    meta: { fail_count: 5, locked: true, lock_minutes: 5 },
  };
  assert.deepEqual(trail, [...fails, lock]);
  const locked = await post(service, 'verify', token, { code: WRONG });
  assert.equal(locked.status, 423);
  assert.equal(locked.headers['retry-after'], '300');
  assert.ok(locked.body.locked_until);
  assert.equal((await service.signIn(EMAIL)).status, 423, 'the sign-in knows the same lock');
});

test('six characters that are not ASCII digits are wrong codes like others, wherever a code is read', async (t) => {
  const service = await startTestService(t, { SVC_LOGIN_LOCK_THRESHOLD: '20' });
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  await post(service, 'setup', token);
  await service.audit.forget();
  for (const [index, code] of NO_CODES.entries()) {
    const { status, body } = await post(service, 'verify', token, { code });
    assert.deepEqual([status, body.code, body.count], [401, '2fa.wrong_code', index + 1], code);
  }
  const meta = (index: number) => ({ fail_count: index + 1, locked: false });
  assert.deepEqual(
    await service.audit.take(),
    NO_CODES.map((_, index) => ({ action: '2fa.verify.fail', user_id: id, actor_id: id, meta: meta(index) })),
  );
});

test('six characters that are not ASCII digits count at sign-in and at re-authentication', async (t) => {
  const { service, token, codeAt } = await enrolled(t, {
    SVC_LOGIN_LOCK_THRESHOLD: '20',
    SVC_LOGIN_IP_THRESHOLD: '100',
  });
  for (const [index, code] of NO_CODES.entries()) {
    const { status, body } = await service.signIn(EMAIL, PASSWORD, code);
    assert.deepEqual([status, body.count], [401, index + 1], code);
  }
  service.clock.advance(minutes(11));
  assert.equal((await service.signIn(EMAIL, PASSWORD, codeAt())).status, 200);
  for (const code of NO_CODES) {
    const again = await service.call('POST /api/auth/reauthenticate', { token, body: { code } });
    assert.deepEqual([again.status, again.body.code], [403, 'password.wrong'], code);
  }
  const counted = (await service.audit.take()).filter(({ action }) => action === 'auth.reauthenticate.fail');
  assert.deepEqual(
    counted.map(({ meta }) => meta.fail_count),
    [1, 2, 3, 4, 5],
  );
});

test('wrong codes at sign-in count like wrong passwords, and lock', async (t) => {
  const { service, id, codeAt } = await enrolled(t);
  for (const count of [1, 2, 3, 4, 5]) {
    const wrong = await service.signIn(EMAIL, PASSWORD, count % 2 ? WRONG : 'k7qm-x2vd-9fhr-0bt3');
    assert.equal(wrong.status, 401);
    assert.ok(wrong.body.detail.includes(`(${count}/5). Nakon 5 pogrešnih pokušaja`), wrong.body.detail);
  }
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id }) => [action, user_id]),
    [...Array(5).fill(['login.2fa_fail', id]), ['login.locked', id]],
  );
  assert.equal((await service.signIn(EMAIL, PASSWORD, codeAt())).status, 423);
  service.clock.advance(minutes(5));
  assert.equal((await service.signIn(EMAIL, PASSWORD, codeAt())).status, 200);
});

test('guesses at codes are limited by client address, whoever makes them', async (t) => {
  const service = await startTestService(t);
  const from = '192.0.2.9';
  const tokens: string[] = [];
  for (const name of ['ana', 'iva', 'eva']) {
    await service.addPerson({ email: `${name}@example.hr` });
    const token = await service.tokenOf(`${name}@example.hr`);
    await post(service, 'setup', token);
    tokens.push(token);
  }
  const [ana = '', iva = '', eva = ''] = tokens;
  for (const token of [ana, ana, ana, ana, iva, iva, iva, iva, eva, eva])
    assert.equal((await post(service, 'verify', token, { code: WRONG }, from)).status, 401);
  const blocked = await post(service, 'verify', eva, { code: WRONG }, from);
  assert.deepEqual([blocked.status, blocked.body.code], [429, 'attempts.address_blocked']);
  assert.equal((await post(service, 'verify', eva, { code: WRONG })).status, 401, 'from elsewhere it goes on');
});

test('enrolling proves nothing about the owner, so it does not clear wrong guesses', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const from = '192.0.2.9';
  const guess = () => service.call('POST /api/auth/login', { body: { email: EMAIL, password: 'pogađam' }, from });
  for (const _ of [1, 2, 3]) await guess();
  const app = authenticatorApp(t);
  const { body } = await post(service, 'setup', token);
  const code = app.codeAt(body.secret, service.clock.now());
  assert.equal((await post(service, 'verify', token, { code }, from)).status, 200);
  await post(service, 'disable', token);
  assert.match((await guess()).body.detail, /\(4\/5\)/);
  assert.match((await guess()).body.detail, /\(5\/5\)/);
});

test('a code is valid one step early and late, not two, and only once', async (t) => {
  const { service, codeAt } = await enrolled(t);
  service.clock.advance(minutes(5)); // none of the current steps is spent
  const answers: number[] = [];
  for (const shift of [-2, 2, -1, 0, 1, 1, 0, -1])
    answers.push((await service.signIn(EMAIL, PASSWORD, codeAt(shift))).status);
  assert.deepEqual(answers, [401, 401, 200, 200, 200, 401, 401, 401]);
});

test('a later step spends the earlier ones', async (t) => {
  const { service, codeAt } = await enrolled(t);
  service.clock.advance(minutes(5));
  assert.equal((await service.signIn(EMAIL, PASSWORD, codeAt(1))).status, 200);
  for (const shift of [-1, 0, 1]) assert.equal((await service.signIn(EMAIL, PASSWORD, codeAt(shift))).status, 401);
  service.clock.advance(seconds(30));
  assert.equal((await service.signIn(EMAIL, PASSWORD, codeAt(1))).status, 200);
});

test('a step used to enable, sign in or re-authenticate is spent', async (t) => {
  const { service, token, firstCode, codeAt } = await enrolled(t);
  const reauthenticate = (code: string) => service.call('POST /api/auth/reauthenticate', { token, body: { code } });
  assert.equal((await service.signIn(EMAIL, PASSWORD, firstCode)).status, 401, 'spent by enabling');
  assert.equal((await reauthenticate(firstCode)).status, 403);
  const code = codeAt();
  assert.equal((await service.signIn(EMAIL, PASSWORD, code)).status, 200);
  assert.equal((await reauthenticate(code)).status, 403);
  service.clock.advance(seconds(30));
  const next = codeAt();
  assert.equal((await reauthenticate(next)).status, 200);
  assert.equal((await service.signIn(EMAIL, PASSWORD, next)).status, 401);
});

test('a code is spent only by a successful sign-in', async (t) => {
  const { service, codeAt, recoveryCodes, token } = await enrolled(t);
  const [recoveryCode = ''] = recoveryCodes;
  for (const totp of [codeAt(), recoveryCode]) {
    assert.equal((await service.signIn(EMAIL, 'ovo nije lozinka', totp)).status, 401);
    assert.equal((await service.signIn(EMAIL, PASSWORD, totp)).status, 200);
  }
  assert.equal((await service.call('GET /api/auth/2fa/status', { token })).body.recovery_codes_left, 7);
});

test("nobody can sign in with another person's codes", async (t) => {
  const { service, app, recoveryCodes, codeAt } = await enrolled(t);
  await service.addPerson({ email: 'iva@example.hr' });
  await enrolSecondFactor(service, app, await service.tokenOf('iva@example.hr'));
  for (const totp of [codeAt(), recoveryCodes[0]])
    assert.equal((await service.signIn('iva@example.hr', PASSWORD, totp)).status, 401);
  assert.equal((await service.signIn(EMAIL, PASSWORD, recoveryCodes[0])).status, 200, 'and does not spend them');
});

test('a secret moved to another row does not work', async (t) => {
  const { service, app, secret } = await enrolled(t);
  const { id } = await service.addPerson({ email: 'iva@example.hr' });
  await enrolSecondFactor(service, app, await service.tokenOf('iva@example.hr'));
  await service.database.transaction(async (tx) => {
    const from = await tx
      .selectFrom('two_factor')
      .select('secret')
      .where('user_id', '<>', id)
      .executeTakeFirstOrThrow();
    await tx.updateTable('two_factor').set(from).where('user_id', '=', id).execute();
  });
  const code = app.codeAt(secret, service.clock.now());
  assert.equal((await service.signIn('iva@example.hr', PASSWORD, code)).status, 500);
});

for (const kind of ['recovery code', 'step'] as const) {
  test(`of ${AT_ONCE} concurrent sign-ins with the same ${kind} one succeeds`, async (t) => {
    const { service, codeAt, recoveryCodes } = await enrolled(t, UNLIMITED);
    let codes = recoveryCodes;
    for (let round = 0; round < ROUNDS; round++) {
      service.clock.advance(minutes(1));
      const totp = kind === 'step' ? codeAt() : codes[0];
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => service.signIn(EMAIL, PASSWORD, totp)));
      const [winner, ...others] = withStatus(answers, 200);
      assert.ok(winner !== undefined && others.length === 0, `${others.length + 1} winners`);
      // A full hash queue refuses the rest unevaluated.
      assert.equal(withStatus(answers, 401).length + withStatus(answers, 503).length, AT_ONCE - 1);
      codes = (await post(service, 'recovery-codes', winner.body.access_token)).body.recovery_codes;
    }
    const trail = await service.audit.actions();
    assert.equal(trail.filter((action) => action === 'login.ok').length, ROUNDS);
  });
}

test('a step sent to two endpoints concurrently is accepted once', async (t) => {
  const { service, codeAt } = await enrolled(t, UNLIMITED);
  for (let round = 0; round < ROUNDS; round++) {
    service.clock.advance(seconds(60));
    const { body } = await service.signIn(EMAIL, PASSWORD, codeAt(-1));
    const token = body.access_token;
    const code = codeAt();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 2
          ? service.signIn(EMAIL, PASSWORD, code)
          : service.call('POST /api/auth/reauthenticate', { token, body: { code } }),
      ),
    );
    assert.equal(withStatus(answers, 200).length, 1);
  }
});

test('of concurrent calls to enable one succeeds, records and mails; the others get 409', async (t) => {
  const service = await startTestService(t, UNLIMITED);
  const app = authenticatorApp(t);
  const { id } = await service.addPerson({ email: EMAIL });
  for (let round = 0; round < ROUNDS; round++) {
    const token = await laterTokenOf(service);
    const { body } = await post(service, 'setup', token);
    const code = app.codeAt(body.secret, service.clock.now());
    await service.audit.forget();
    await service.mails.take();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post(service, 'verify', token, { code })));
    assert.equal(withStatus(answers, 200).length, 1);
    assert.equal(withStatus(answers, 409).length, AT_ONCE - 1);
    assert.deepEqual(await service.audit.take(), [{ action: '2fa.verify.ok', user_id: id, actor_id: id, meta: {} }]);
    assert.deepEqual(
      (await service.mails.take()).map(({ kind }) => kind),
      ['two-factor-enabled'],
    );
    const ended = await Promise.all(Array.from({ length: 6 }, () => post(service, 'disable', token)));
    assert.equal(withStatus(ended, 200).length, 6);
    assert.deepEqual(await service.audit.actions(), ['2fa.disable']);
  }
});

test('concurrent set-ups and a verification leave one consistent set-up, which the owner was shown', async (t) => {
  const service = await startTestService(t, UNLIMITED);
  const app = authenticatorApp(t);
  await service.addPerson({ email: EMAIL });
  for (let round = 0; round < ROUNDS; round++) {
    const token = await laterTokenOf(service);
    const first = await post(service, 'setup', token);
    const code = app.codeAt(first.body.secret, service.clock.now());
    const [verified, ...setups] = await Promise.all([
      post(service, 'verify', token, { code }),
      post(service, 'setup', token),
      post(service, 'setup', token),
    ]);
    assert.ok(
      verified.status === 200 || withStatus(setups, 200).length > 0,
      'a code fails only where another set-up took the place',
    );
    const codes = await service.database.read.selectFrom('recovery_codes').selectAll().execute();
    assert.equal(codes.length, 8);
    if (verified.status === 200) {
      service.clock.advance(seconds(30));
      assert.equal((await service.signIn(EMAIL, PASSWORD, first.body.recovery_codes[0])).status, 200);
    }
    await post(service, 'disable', token);
  }
});

test('a code checked against one secret cannot enable or spend a step of another', async (t) => {
  const { service, id, token } = await enrolled(t);
  const { database } = service;
  const now = () => findTwoFactor(database.read, id).then((factor) => factor ?? assert.fail('nothing is set up'));
  const at = parseInstant('2026-03-01T10:00:00.000Z');
  const old = await now();
  await post(service, 'disable', token);
  await post(service, 'setup', token);
  const tries = (factor: typeof old, step: number) =>
    database.transaction(async (tx) => [
      await enable(tx, factor, { step, by: 'x', at }),
      await spendStep(tx, factor, step),
    ]);
  assert.deepEqual(
    await tries(old, old.last_step + 9),
    [false, false],
    'what was read before the new set-up is worth nothing',
  );
  const fresh = await now();
  assert.deepEqual(await tries(fresh, 0), [false, false], 'no step before the first');
  assert.deepEqual(await tries(fresh, 7), [true, false], 'what enables is spent');
  assert.deepEqual(await tries(fresh, 8), [false, true], 'and nothing is enabled twice');
  assert.deepEqual(await tries(old, 9), [false, false]);
});

test('concurrent renewals leave eight codes, all from one response', async (t) => {
  const { service, token } = await enrolled(t, UNLIMITED);
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(service, 'recovery-codes', token)));
  assert.equal(withStatus(answers, 200).length, 6);
  const rows = await service.database.read.selectFrom('recovery_codes').selectAll().execute();
  assert.equal(rows.length, 8);
  const works = [];
  for (const { body } of answers)
    works.push((await service.signIn(EMAIL, PASSWORD, body.recovery_codes[0])).status === 200);
  assert.equal(works.filter(Boolean).length, 1);
});

test('a password reset by mail keeps the second factor', async (t) => {
  const { service, recoveryCodes } = await enrolled(t, { SVC_REVEAL_RESET_TOKEN: '1' });
  const forgot = await service.call('POST /api/auth/forgot-password', { body: { email: EMAIL } });
  const body = { token: forgot.body.reset_token, new_password: 'novo more plovi' };
  assert.equal((await service.call('POST /api/auth/reset-password', { body })).status, 200);
  assert.equal((await service.signIn(EMAIL, 'novo more plovi')).body.detail, '2FA_REQUIRED');
  assert.equal((await service.signIn(EMAIL, 'novo more plovi', recoveryCodes[0])).status, 200);
});

const spellingsOf = (code: string): string[] => [code, code.replaceAll('-', ''), code.toUpperCase()];

test('audit, mails, log and database contain no secret and no code', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const service = await startTestService(t, {}, { log });
  const app: AuthenticatorApp = authenticatorApp(t);
  await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const { secret, recoveryCodes, firstCode } = await enrolSecondFactor(service, app, token);
  const code = app.codeAt(secret, service.clock.now());
  await service.signIn(EMAIL, PASSWORD, code);
  await service.signIn(EMAIL, PASSWORD, code);
  await service.signIn(EMAIL, PASSWORD, recoveryCodes[0]);
  const { body: renewed } = await post(service, 'recovery-codes', token);
  await post(service, 'disable', token);
  await post(service, 'setup', token);
  await post(service, 'verify', token, { code });
  await post(service, 'verify', token, { code: recoveryCodes[1] });
  const read = service.database.read;
  const kept = [
    ...(await read.selectFrom('audit_records').selectAll().execute()),
    ...(await read.selectFrom('mails').selectAll().execute()),
    ...(await read.selectFrom('two_factor').selectAll().execute()),
    ...(await read.selectFrom('recovery_codes').selectAll().execute()),
  ];
  const text = `${JSON.stringify(kept)}${lines.join('')}`;
  assert.ok(kept.length > 15 && lines.length > 10);
  const codes = [...recoveryCodes, ...renewed.recovery_codes].flatMap(spellingsOf);
  for (const word of [secret, ...codes]) assert.ok(!text.toLowerCase().includes(word.toLowerCase()), word);
  for (const digits of [firstCode, code]) assert.ok(!new RegExp(`\\b${digits}\\b`).test(text), digits);
});
