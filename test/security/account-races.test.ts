// engine: postgres
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { seconds } from '../../src/platform/kernel/durations.ts';
import { deriveCode, deriveToken } from '../../src/platform/keys/derived-secret.ts';
import type { AuditTrail } from '../support/audit-trail.ts';
import { type AuthenticatorApp, authenticatorApp, enrolSecondFactor } from '../support/authenticator-app.ts';
import { forgetGuesses } from '../support/forget-guesses.ts';
import type { MailTrail } from '../support/mail-trail.ts';
import { startNodes } from '../support/node-processes.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.ts';

const AT_ONCE = 32;
/** Fewer than the highest threshold, at which wrong passwords and codes lock an account. */
const GUESSES_AT_ONCE = 16;
const rounds = roundsOr(50);
/** With the latest lock, since an earlier one would hide races; sign-ins last as long as the test. */
const ENV = { SVC_LOGIN_LOCK_THRESHOLD: '20', SVC_MAIL_ADDRESS_HOURLY: '1000', SVC_ACCESS_TTL_MIN: '1440' };

/** Two processes on one database. */
interface TwoNodes {
  /** A third node in this process, to arrange and inspect. */
  readonly service: TestService;
  /** Concurrent calls, half to each node, each from its own address. Resolves to `status code` of each. */
  race(call: (index: number) => Call, atOnce?: number): Promise<string[]>;
}

interface Call {
  readonly target: string;
  readonly token?: string;
  readonly body: object;
}

async function startTwoNodes(t: TestContext): Promise<TwoNodes> {
  const service = await startTestService(t, ENV);
  const nodes = await startNodes(t, service, 2);
  let raced = 0;
  const send = async ({ target, token, body }: Call, index: number): Promise<string> => {
    const [method = '', path = ''] = target.split(' ');
    const answer = await fetch(`${nodes[index % 2]?.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.9.${raced % 256}.${index + 1}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const { code } = (await answer.json()) as { code?: string };
    return answer.status === 200 ? '200' : `${answer.status} ${code}`;
  };
  return {
    service,
    race: async (call, atOnce = AT_ONCE) => {
      raced++;
      await Promise.all(nodes.map((node) => node.keepTime()));
      return Promise.all(Array.from({ length: atOnce }, (_, index) => send(call(index), index)));
    },
  };
}

/** Counts of the previous round must not interfere. */

/** Occurrences of each answer. */
const tally = (answers: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, (answer) => answer)].map(([answer, same]) => [answer, same.length]));

/** One winner; all others got this refusal. Returns the winner's index. */
function assertOneWinner(answers: readonly string[], refusal: string, round: number): number {
  assert.deepEqual(tally(answers), { 200: 1, [refusal]: answers.length - 1 }, `round ${round}`);
  return answers.indexOf('200');
}

/** Counts of new records by action. */
const recorded = async (audit: AuditTrail): Promise<Record<string, number>> => tally(await audit.actions());

const seedOf = async (mails: MailTrail): Promise<string> =>
  (await mails.take()).findLast(({ secret_ref }) => secret_ref !== null)?.secret_ref?.seed ?? '';

/** Concurrent, since they wait for the disk more than for the processor. */
describe('two processes on one database', { concurrency: 2 }, () => {
  test('one reset token sets one password', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    await service.addPerson({ email: 'ana@example.hr' });
    for (let round = 1; round <= rounds; round++) {
      await service.call('POST /api/auth/forgot-password', { body: { email: 'ana@example.hr' } });
      const token = deriveToken(service.keys, await seedOf(service.mails));
      await service.audit.forget();
      const passwordOf = (index: number) => `lozinka broj ${round}.${index}`;
      const paths = ['reset-password', 'password/reset'];
      const answers = await race((index) => ({
        target: `POST /api/auth/${paths[(index >> 1) % 2]}`,
        body: { token, new_password: passwordOf(index) },
      }));
      const winner = assertOneWinner(answers, '400 token.invalid', round);
      assert.deepEqual(await recorded(service.audit), { 'password.reset.ok': 1, 'password.reset.fail': AT_ONCE - 1 });
      assert.deepEqual(tally((await service.mails.take()).map(({ kind }) => kind)), { 'password-changed': 1 });
      const wrong = (winner + 1) % AT_ONCE;
      const entered = [await service.signIn('ana@example.hr', passwordOf(winner))];
      entered.push(await service.signIn('ana@example.hr', passwordOf(wrong)));
      assert.deepEqual(
        entered.map(({ status }) => status),
        [200, 401],
        'the password is the one that was answered 200',
      );
    }
  });

  test('one invitation sets one password', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    await service.addPerson({ email: 'iva@example.hr', role: 'admin' });
    const token = await service.tokenOf('iva@example.hr');
    for (let round = 1; round <= rounds; round++) {
      const email = `novi${round}@example.hr`;
      const { id } = await service.addPerson({ email, status: 'invited', passwordHash: null });
      const { body } = await service.call(`POST /api/admin/users/${id}/invite`, { token });
      const invite = new URL(body.invite_link).searchParams.get('token');
      await service.audit.forget();
      const passwordOf = (index: number) => `lozinka broj ${round}.${index}`;
      const answers = await race((index) => ({
        target: 'POST /api/auth/setup-password',
        body: { token: invite, new_password: passwordOf(index) },
      }));
      const winner = assertOneWinner(answers, '400 token.invalid', round);
      assert.deepEqual(await recorded(service.audit), { 'invite.consume.ok': 1, 'invite.consume.fail': AT_ONCE - 1 });
      assert.equal((await service.signIn(email, passwordOf(winner))).status, 200);
    }
  });

  interface Enrolled {
    readonly token: string;
    readonly secret: string;
    readonly codes: readonly string[];
  }

  async function enrolled(service: TestService, app: AuthenticatorApp, email: string): Promise<Enrolled> {
    await service.addPerson({ email });
    const token = await service.tokenOf(email);
    const { secret, recoveryCodes } = await enrolSecondFactor(service, app, token);
    return { token, secret, codes: recoveryCodes };
  }

  const signInWith = (email: string, totp: string): Call => ({
    target: 'POST /api/auth/login',
    body: { email, password: PASSWORD, totp },
  });

  test('one recovery code opens one sign-in', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    const app = authenticatorApp(t);
    let codes: readonly string[] = [];
    let email = '';
    for (let round = 1; round <= rounds; round++) {
      if ((round - 1) % 8 === 0) {
        email = `ana${round}@example.hr`;
        ({ codes } = await enrolled(service, app, email));
      }
      const code = codes[(round - 1) % 8] ?? '';
      await service.audit.forget();
      const answers = await race(() => signInWith(email, code), GUESSES_AT_ONCE);
      assertOneWinner(answers, '401 login.wrong', round);
      assert.deepEqual(await recorded(service.audit), { 'login.ok': 1, 'login.2fa_fail': GUESSES_AT_ONCE - 1 });
      await forgetGuesses(service);
    }
  });

  test('one step of the second factor works once, for a sign-in or a re-authentication', {
    timeout: timeFor(300_000),
  }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    const app = authenticatorApp(t);
    const email = 'ana@example.hr';
    const { token, secret } = await enrolled(service, app, email);
    const won = { login: 0, reauthenticate: 0 };
    for (let round = 1; round <= rounds; round++) {
      service.clock.advance(seconds(30));
      const code = app.codeAt(secret, service.clock.now());
      await service.audit.forget();
      const answers = await race(
        (index) =>
          index % 4 < 2 ? signInWith(email, code) : { target: 'POST /api/auth/reauthenticate', token, body: { code } },
        GUESSES_AT_ONCE,
      );
      const counts = tally(answers);
      assert.equal(counts['200'], 1, `round ${round}: ${JSON.stringify(counts)}`);
      assert.equal((counts['401 login.wrong'] ?? 0) + (counts['403 password.wrong'] ?? 0), GUESSES_AT_ONCE - 1);
      await forgetGuesses(service);
      const { 'login.ok': logins = 0, 'auth.reauthenticate': proofs = 0 } = await recorded(service.audit);
      assert.equal(logins + proofs, 1, 'one effect is on record');
      won.login += logins;
      won.reauthenticate += proofs;
    }
    t.diagnostic(JSON.stringify(won));
  });

  test('a second factor is enabled once', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    const app = authenticatorApp(t);
    for (let round = 1; round <= rounds; round++) {
      const email = `ana${round}@example.hr`;
      await service.addPerson({ email });
      const token = await service.tokenOf(email);
      const { body } = await service.call('POST /api/auth/2fa/setup', { token });
      const code = app.codeAt(body.secret, service.clock.now());
      await Promise.all([service.audit.forget(), service.mails.take()]);
      const answers = await race(() => ({ target: 'POST /api/auth/2fa/verify', token, body: { code } }));
      assertOneWinner(answers, '409 2fa.already_enabled', round);
      assert.deepEqual(await recorded(service.audit), { '2fa.verify.ok': 1 });
      assert.deepEqual(tally((await service.mails.take()).map(({ kind }) => kind)), { 'two-factor-enabled': 1 });
    }
  });

  test('a change of address is confirmed once', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    await service.addPerson({ email: 'ana@example.hr' });
    const token = await service.tokenOf('ana@example.hr');
    for (let round = 1; round <= rounds; round++) {
      const code = await askForAddress(service, token, `ana${round}@example.hr`);
      const confirm = { target: 'POST /api/users/me/email/confirm', token, body: { code } };
      const answers = await race(() => confirm, GUESSES_AT_ONCE);
      assertOneWinner(answers, '400 email.code_wrong', round);
      assert.deepEqual(await recorded(service.audit), { 'email.change': 1, 'email.change.fail': GUESSES_AT_ONCE - 1 });
      await forgetGuesses(service);
      assert.deepEqual(tally((await service.mails.take()).map(({ kind }) => kind)), { 'email-changed': 2 });
    }
    const me = await service.call('GET /api/auth/me', { token });
    assert.equal(me.body.email, `ana${rounds}@example.hr`);
  });

  async function askForAddress(service: TestService, token: string, email: string): Promise<string> {
    // Not through the route, which allows ten per hour and requires re-authentication.
    service.clock.advance(seconds(360));
    await service.call('POST /api/auth/reauthenticate', { token, body: { password: PASSWORD } });
    await service.mails.take();
    const asked = await service.call('POST /api/users/me/email', { token, body: { email } });
    assert.equal(asked.status, 200, asked.text);
    const code = deriveCode(service.keys, await seedOf(service.mails));
    await service.audit.forget();
    return code;
  }

  test('of two people who change to the same address one gets it', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    const people = ['ana', 'iva'];
    const tokens: string[] = [];
    for (const name of people) {
      await service.addPerson({ email: `${name}@example.hr` });
      tokens.push(await service.tokenOf(`${name}@example.hr`));
    }
    const won = [0, 0];
    for (let round = 1; round <= rounds; round++) {
      const wanted = `zajednička${round}@example.hr`;
      const codes: string[] = [];
      for (const token of tokens) codes.push(await askForAddress(service, token, wanted));
      const answers = await race((index) => ({
        target: 'POST /api/users/me/email/confirm',
        token: tokens[(index >> 1) % 2] ?? '',
        body: { code: codes[(index >> 1) % 2] },
      }));
      const counts = tally(answers);
      assert.equal(counts['200'], 1, `round ${round}: ${JSON.stringify(counts)}`);
      const loser = 1 - ((answers.indexOf('200') >> 1) % 2);
      const losers = answers.filter((_, index) => (index >> 1) % 2 === loser);
      assert.deepEqual(tally(losers), { '409 users.email_taken': AT_ONCE / 2 }, `round ${round}`);
      assert.equal((await recorded(service.audit))['email.change'], 1);
      const addresses = await service.database.read.selectFrom('users').select('email').execute();
      assert.equal(addresses.filter(({ email }) => email === wanted).length, 1);
      won[1 - loser] = (won[1 - loser] ?? 0) + 1;
    }
    t.diagnostic(`won: ${won.join(' and ')}`);
  });

  test('of concurrent changes of one password one succeeds', { timeout: timeFor(300_000) }, async (t) => {
    const { service, race } = await startTwoNodes(t);
    await service.addPerson({ email: 'ana@example.hr' });
    const token = await service.tokenOf('ana@example.hr');
    let current = PASSWORD;
    for (let round = 1; round <= rounds; round++) {
      const passwordOf = (index: number) => `lozinka broj ${round}.${index}`;
      const answers = await race(
        (index) => ({
          target: 'POST /api/auth/change-password',
          token,
          body: { current_password: current, new_password: passwordOf(index) },
        }),
        GUESSES_AT_ONCE,
      );
      const winner = assertOneWinner(answers, '403 password.wrong', round);
      assert.deepEqual(await recorded(service.audit), {
        'password.change': 1,
        'password.change.fail': GUESSES_AT_ONCE - 1,
      });
      await forgetGuesses(service);
      assert.deepEqual(tally((await service.mails.take()).map(({ kind }) => kind)), { 'password-changed': 1 });
      current = passwordOf(winner);
      await service.audit.forget();
    }
    assert.equal((await service.signIn('ana@example.hr', current)).status, 200);
  });
});
