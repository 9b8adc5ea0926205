// engine: both
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { deriveCode } from '../../platform/keys/derived-secret.ts';

const ask = (service: TestService, token: string, email: string) =>
  service.call('POST /api/users/me/email', { token, body: { email } });
const confirm = (service: TestService, token: string, code: string) =>
  service.call('POST /api/users/me/email/confirm', { token, body: { code } });

function codeIn(service: TestService, mail: { secret_ref: unknown } | undefined): string {
  assert.ok(mail, 'the code was mailed');
  return deriveCode(service.keys, (mail.secret_ref as { seed: string }).seed);
}

async function mailedCode(service: TestService): Promise<string> {
  const mail = (await service.mails.take()).find(({ kind }) => kind === 'email-change-code');
  return codeIn(service, mail);
}

test('the address changes with the code from the new mailbox, and the old one is notified', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'stara@example.hr' });
  const token = await service.tokenOf('stara@example.hr');
  assert.equal((await ask(service, token, 'Nova@Example.hr')).status, 200);
  assert.deepEqual(await service.audit.actions(), ['email.change.request']);
  const mails = await service.mails.take();
  assert.deepEqual(
    mails.map(({ kind, to_address }) => [kind, to_address]),
    [
      ['email-change-code', 'nova@example.hr'],
      ['email-change-requested', 'stara@example.hr'],
    ],
  );
  assert.equal(mails[1]?.params.new_address, 'n•••@example.hr');
  const code = codeIn(service, mails[0]);
  assert.equal((await confirm(service, token, `${code.slice(0, 4)} ${code.slice(4)}`)).status, 200);
  assert.deepEqual(await service.audit.actions(), ['email.change']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [
      ['email-changed', 'stara@example.hr'],
      ['email-changed', 'nova@example.hr'],
    ],
  );
  assert.equal((await service.signIn('nova@example.hr')).status, 200);
  assert.equal((await service.signIn('stara@example.hr')).status, 401);
  assert.equal((await confirm(service, token, code)).status, 400, 'the code works once');
});

test('a confirmation that meets the deletion of its account changes nothing and mails nobody', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'stara@example.hr' });
  const token = await service.tokenOf('stara@example.hr');
  await ask(service, token, 'nova@example.hr');
  const code = await mailedCode(service);
  await service.audit.actions();
  const { asked } = await service.database.transaction(async (tx) => {
    await tx.updateTable('users').set({ status: 'deleted' }).where('id', '=', id).execute();
    const asked = confirm(service, token, code);
    await pause(500); // its caller is checked before the deletion is committed
    return { asked };
  });
  const { status, body } = await asked;
  assert.deepEqual([status, body.code], [401, 'auth.revoked']);
  assert.deepEqual(await service.audit.actions(), []);
  assert.deepEqual(await service.mails.take(), []);
});

test('a wrong or expired code changes nothing and is counted; a newer request replaces the older code', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  await ask(service, token, 'prva@example.hr');
  const older = await mailedCode(service);
  await ask(service, token, 'druga@example.hr');
  const newer = await mailedCode(service);
  await service.audit.forget();
  const wrong = await confirm(service, token, older);
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'email.code_wrong']);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta.fail_count]),
    [['email.change.fail', 1]],
  );
  service.clock.advance(minutes(30));
  const signedIn = await service.tokenOf('ana@example.hr');
  assert.equal((await confirm(service, signedIn, newer)).status, 400);
});

test('of two codes waiting in the outbox only the newer one is mailed', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  await ask(service, token, 'prva@example.hr');
  await ask(service, token, 'druga@example.hr');
  await service.mail.deliverDue();
  const rows = await service.database.read
    .selectFrom('mails')
    .select(['to_address', 'state'])
    .where('kind', '=', 'email-change-code')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ to_address, state }) => [to_address, state]),
    [
      ['prva@example.hr', 'cancelled'],
      ['druga@example.hr', 'sent'],
    ],
  );
});

/** Everything a member sees after requesting an address, without the address itself and random cookies. */
async function seenBy(service: TestService, email: string, wanted: string, times = 1) {
  await service.addPerson({ email, ime: 'Ana', prezime: 'Anić' });
  const token = await service.tokenOf(email);
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await ask(service, token, wanted));
  const audit = (await service.audit.take()).map(({ action }) => action);
  await service.mail.deliverDue();
  const { body: data } = await service.call('GET /api/users/me/gdpr-export', { token });
  const { mails, email_change, audit_records } = flat(data);
  const text = JSON.stringify([
    ...[answers.map(({ status, body }) => [status, body]), audit, mails, email_change],
    (audit_records as { action: string; at: string }[] | undefined)?.map(({ action, at }) => [action, at]) ?? null,
  ]);
  return text.replaceAll(email, 'OLD').replaceAll(wanted, 'NEW');
}

/** The members of an export by name, at any depth. */
const flat = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? [[name, value], ...Object.entries(flat(value as Record<string, unknown>))]
        : [[name, value]],
    ),
  );

test('a taken address is indistinguishable from a free one, in responses, mails, exports and timing', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'zauzeto@example.hr' });
  const free = await seenBy(service, 'prva@example.hr', 'slobodno@example.hr');
  assert.equal(await seenBy(service, 'iva@example.hr', 'zauzeto@example.hr'), free);
  assert.match(free, /email-change-code/);
  assert.match(free, /email-change-requested/);
});

test('the limit on mails to one address does not reveal it either, and the old address is still notified', async (t) => {
  const service = await startTestService(t, { SVC_MAIL_ADDRESS_HOURLY: '2' });
  await service.addPerson({ email: 'zauzeto@example.hr' });
  const free = await seenBy(service, 'prva@example.hr', 'slobodno@example.hr', 3);
  assert.equal(await seenBy(service, 'iva@example.hr', 'zauzeto@example.hr', 3), free);
  const rows = await service.database.read.selectFrom('mails').select(['kind', 'state']).orderBy('id').execute();
  const first = rows.slice(0, 6).map(({ kind, state }) => `${kind} ${state}`);
  assert.deepEqual(first.slice(4), ['email-change-code cancelled', 'email-change-requested sent']);
});

test('the owner of a taken address gets a notice instead of the code, in their own language', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'zauzeto@example.hr', ime: 'Mia', prezime: 'Mikić', preferred_language: 'en' });
  await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Anić' });
  const token = await service.tokenOf('ana@example.hr');
  await ask(service, token, 'zauzeto@example.hr');
  const code = await mailedCode(service);
  await service.mail.deliverDue();
  const recorded = await recordedMails(service);
  const index = recorded.map(({ kind, to }) => [kind, to]);
  assert.deepEqual(index.sort(), [
    ['address-in-use', 'zauzeto@example.hr'],
    ['email-change-requested', 'ana@example.hr'],
  ]);
  const { message } = recorded.find(({ kind }) => kind === 'address-in-use') ?? { message: '' };
  assert.match(message, /Mia/);
  assert.doesNotMatch(message, /Ana|ana@/);
  assert.ok(!message.includes(code) && !message.includes(`${code.slice(0, 4)} ${code.slice(4)}`), 'no code goes there');
});

test('an address that is free again before the mail is sent gets its code', async (t) => {
  const service = await startTestService(t);
  const holder = await service.addPerson({ email: 'zauzeto@example.hr' });
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  await ask(service, token, 'zauzeto@example.hr');
  const code = await mailedCode(service);
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ email: 'druga@example.hr' }).where('id', '=', holder.id).execute(),
  );
  await service.mail.deliverDue();
  assert.ok((await recordedMails(service)).some(({ kind }) => kind === 'email-change-code'));
  assert.equal((await confirm(service, token, code)).status, 200);
});

/** Sent mails with their recorded messages. */
async function recordedMails({ dataDir }: TestService) {
  const folder = join(dataDir, 'mail');
  const lines = (await readFile(join(folder, 'index.jsonl'), 'utf8')).trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const { kind, to, file } = JSON.parse(line) as { kind: string; to: string; file: string };
      const raw = await readFile(join(folder, file), 'utf8');
      return { kind, to, message: raw.replaceAll('=\r\n', '') };
    }),
  );
}

test('changing the address requires a recent sign-in', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  service.clock.advance(minutes(10));
  const refused = await ask(service, token, 'nova@example.hr');
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauth.required']);
  const wrong = await service.call('POST /api/auth/reauthenticate', { token, body: { password: 'krivo' } });
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'password.wrong']);
  assert.equal((await service.call('POST /api/auth/reauthenticate', { token, body: {} })).status, 422);
  const proved = await service.call('POST /api/auth/reauthenticate', { token, body: { password: 'mirno more plovi' } });
  assert.equal(proved.status, 200);
  assert.deepEqual(await service.audit.actions(), ['auth.reauthenticate.fail', 'auth.reauthenticate']);
  assert.equal((await ask(service, token, 'nova@example.hr')).status, 200);
});

test('the code of one person confirms nothing for another, and is not used up by it', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'bruno@example.hr' });
  const [ana, bruno] = [await service.tokenOf('ana@example.hr'), await service.tokenOf('bruno@example.hr')];
  await ask(service, bruno, 'bruno.novi@example.hr');
  const his = await mailedCode(service);
  for (const asksToo of [false, true]) {
    if (asksToo) await ask(service, ana, 'ana.nova@example.hr');
    await service.audit.forget();
    const { status, body } = await confirm(service, ana, his);
    assert.deepEqual([status, body.code], [400, 'email.code_wrong']);
    assert.deepEqual(await service.audit.actions(), ['email.change.fail']);
  }
  assert.equal((await confirm(service, bruno, his)).status, 200);
  const emails = await service.database.read.selectFrom('users').select('email').orderBy('email').execute();
  assert.deepEqual(
    emails.map(({ email }) => email).filter((email) => /ana|bruno/.test(email)),
    ['ana@example.hr', 'bruno.novi@example.hr'],
  );
});
