import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeCertificate } from '../../../test/support/mail-certificate.ts';
import { freshSeed, IMPATIENT, openOutbox, testSmtpTransport } from '../../../test/support/mail-outbox.ts';
import { type SmtpBehaviour, startRawServer, startSmtpServer } from '../../../test/support/mail-smtp-server.ts';
import { parseInstant } from '../kernel/clock.ts';
import { seconds } from '../kernel/durations.ts';
import { canonicalEmail } from '../kernel/email-address.ts';
import { deriveCode, deriveToken } from '../keys/derived-secret.ts';
import { mailErrorKey } from '../words/mail-error.ts';
import type { SmtpTransportDeps } from './smtp-transport.ts';

const certificate = makeCertificate();
const skip = certificate === undefined && 'openssl is not installed: nothing about TLS was tested';
const trusting = { trusted: certificate?.cert };
const elsewhere = { isLoopback: () => false };
const IN_CLEAR: SmtpBehaviour = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
const withTls: SmtpBehaviour = { ...certificate };

interface Set {
  readonly server?: SmtpBehaviour;
  readonly env?: Record<string, string>;
  readonly parts?: Partial<SmtpTransportDeps>;
}

/** Enqueues one notice and attempts to send it once. */
async function sendOne(t: TestContext, { server = {}, env = {}, parts = {} }: Set) {
  const smtp = await startSmtpServer(t, server);
  const outbox = await openOutbox(t, testSmtpTransport(smtp.port, env, parts));
  const id = await outbox.notify('ana@example.hr');
  await outbox.worker.deliverDue();
  return { ...outbox, smtp, id, mail: await outbox.row(id) };
}

test('a mail is sent over STARTTLS to a server with a trusted certificate', { skip }, async (t) => {
  for (const smtpTls of ['auto', 'starttls']) {
    const { smtp, mail } = await sendOne(t, { server: withTls, env: { SVC_SMTP_TLS: smtpTls }, parts: trusting });
    assert.deepEqual([mail.state, mail.attempts, mail.last_error, mail.leased_until], ['sent', 1, null, null]);
    const [taken] = smtp.taken;
    assert.equal(taken?.secure, true);
    assert.equal(taken?.from, 'iskaznica@savez.example.hr');
    assert.deepEqual(taken?.recipients, ['ana@example.hr']);
    assert.equal(taken?.headers['message-id'], `<${mail.message_id}@127.0.0.1>`);
    assert.equal(taken?.headers['auto-submitted'], 'auto-generated');
    assert.equal(taken?.headers.to, 'Ana Čavić <ana@example.hr>');
  }
});

test('a mail is sent over implicit TLS with authentication', { skip }, async (t) => {
  const { smtp, mail } = await sendOne(t, {
    server: { ...withTls, secure: true },
    env: { SVC_SMTP_TLS: 'tls', SVC_SMTP_USER: 'savez', SVC_SMTP_PASSWORD: 'tajna pošte' },
    parts: trusting,
  });
  assert.equal(mail.state, 'sent', mail.last_error ?? '');
  assert.deepEqual([smtp.taken[0]?.secure, smtp.taken[0]?.user], [true, 'savez']);
});

test('a wrong SMTP password parks no mail and is not shown', { skip }, async (t) => {
  const env = { SVC_SMTP_USER: 'savez', SVC_SMTP_PASSWORD: 'kriva-lozinka-pošte' };
  const { smtp, mail, log } = await sendOne(t, { server: withTls, env, parts: trusting });
  assert.equal(mail.state, 'queued');
  assert.match(mail.last_error ?? '', /^EAUTH .*535/);
  assert.deepEqual(smtp.steps, ['connect', 'auth']);
  assert.doesNotMatch(`${mail.last_error} ${log.join()}`, /kriva-lozinka/);
});

test('an untrusted certificate, or one for another name, ends the attempt before anything is sent', {
  skip,
}, async (t) => {
  const other = makeCertificate('mail.drugi.example');
  const cases: Set[] = [
    { server: withTls },
    { server: withTls, env: { SVC_SMTP_TLS: 'starttls' } },
    { server: { ...other }, parts: { trusted: other?.cert } },
    { server: { ...withTls, secure: true }, env: { SVC_SMTP_TLS: 'tls' } },
  ];
  for (const wrong of cases) {
    const { smtp, mail } = await sendOne(t, wrong);
    assert.equal(mail.state, 'queued');
    assert.match(mail.last_error ?? '', /^(ETLS|ESOCKET) .*certificate/i);
    assert.deepEqual([smtp.taken, smtp.steps.filter((step) => step !== 'connect')], [[], []]);
  }
});

test('mails are sent unencrypted only to this machine', async (t) => {
  const local = await sendOne(t, { server: IN_CLEAR });
  assert.deepEqual([local.mail.state, local.smtp.taken[0]?.secure], ['sent', false]);
  for (const [name, refused] of Object.entries({
    'auto, elsewhere': { server: IN_CLEAR, parts: elsewhere },
    'starttls, here': { server: IN_CLEAR, env: { SVC_SMTP_TLS: 'starttls' } },
  })) {
    const { smtp, mail } = await sendOne(t, refused);
    assert.equal(mail.state, 'queued', name);
    assert.match(mail.last_error ?? '', /^ETLS /, name);
    assert.deepEqual([smtp.taken, smtp.steps], [[], ['connect']], name);
  }
});

test('`none` allows unencrypted mails, but never sends a password to another machine', async (t) => {
  const none = { SVC_SMTP_TLS: 'none' };
  const signedIn = { ...none, SVC_SMTP_USER: 'savez', SVC_SMTP_PASSWORD: 'tajna pošte' };
  assert.equal((await sendOne(t, { env: none, parts: elsewhere })).mail.state, 'sent');
  const here = await sendOne(t, { server: IN_CLEAR, env: signedIn });
  assert.deepEqual([here.mail.state, here.smtp.taken[0]?.user], ['sent', 'savez']);
  const there = await sendOne(t, { server: IN_CLEAR, env: signedIn, parts: elsewhere });
  assert.equal(there.mail.state, 'queued');
  assert.match(there.mail.last_error ?? '', /ECONFIG .*SVC_SMTP_TLS/);
  assert.deepEqual(
    there.smtp.steps.filter((step) => step !== 'connect'),
    [],
  );
});

test('a mail waits while the server is down and is sent when it is up again', async (t) => {
  const port = await startRawServer(t, (socket) => socket.destroy());
  const outbox = await openOutbox(t, testSmtpTransport(port));
  const id = await outbox.notify('ana@example.hr');
  await outbox.worker.deliverDue();
  const waiting = await outbox.row(id);
  assert.equal(waiting.state, 'queued');
  assert.ok(Date.parse(waiting.due_at) - outbox.clock.now() <= seconds(15));
  await outbox.worker.deliverDue();
  assert.equal((await outbox.row(id)).attempts, 1, 'not before it is due');
  const smtp = await startSmtpServer(t, IN_CLEAR);
  outbox.clock.advance(seconds(15));
  await outbox.anotherWorker({ transport: testSmtpTransport(smtp.port) }).deliverDue();
  assert.deepEqual([(await outbox.row(id)).state, smtp.taken.length], ['sent', 1]);
});

test('refused, silent, stalled and dripping connections time out, and the mail is retried', async (t) => {
  const stalled = await startSmtpServer(t, { ...IN_CLEAR, decide: () => new Promise(() => {}) });
  const dripping = await startRawServer(t, (socket) => {
    socket.write('220-');
    const timer = setInterval(() => socket.write('still '), 50);
    socket.on('close', () => clearInterval(timer));
  });
  const cases = { 'nobody listens': 1, silent: await startRawServer(t), 'stalled at DATA': stalled.port, dripping };
  for (const [name, port] of Object.entries(cases)) {
    const outbox = await openOutbox(t, testSmtpTransport(port, {}, { timeouts: IMPATIENT }));
    const id = await outbox.notify('ana@example.hr');
    const startedAt = performance.now();
    await outbox.worker.deliverDue();
    assert.ok(performance.now() - startedAt < seconds(4), name);
    const { state, last_error } = await outbox.row(id);
    assert.equal(state, 'queued', name);
    assert.match(last_error ?? '', /^(ETIMEDOUT|ESOCKET|ECONNECTION|ECONNREFUSED)/, name);
  }
});

test('a mail refused with 4xx is retried with growing pauses, one with 5xx is parked with the reply', async (t) => {
  let greylisted = 3;
  const server: SmtpBehaviour = {
    ...IN_CLEAR,
    refuse: (address) =>
      address.startsWith('nema') ? '550 5.1.1 No such user' : greylisted-- > 0 ? '451 4.7.1 Later' : undefined,
  };
  const { worker, row, notify, clock, smtp, id } = await sendOne(t, { server });
  const pauses: number[] = [];
  for (let mail = await row(id); mail.state === 'queued'; mail = await row(id)) {
    assert.match(mail.last_error ?? '', /451 4\.7\.1 Later/);
    pauses.push(Date.parse(mail.due_at) - clock.now());
    clock.advance(pauses.at(-1) as number);
    await worker.deliverDue();
  }
  assert.deepEqual([(await row(id)).state, smtp.taken.length, pauses.length], ['sent', 1, 3]);
  assert.ok(pauses[0] !== undefined && pauses[0] <= seconds(15));
  assert.deepEqual(
    pauses,
    pauses.toSorted((one, other) => one - other),
  );
  const nobody = await notify('nema@example.hr');
  await worker.deliverDue();
  const parked = await row(nobody);
  assert.equal(parked.state, 'failed');
  assert.match(parked.last_error ?? '', /550 5\.1\.1 No such user/);
});

test('a refusal that quotes the mail puts no secret into the outbox or the log', async (t) => {
  const seed = freshSeed();
  let offered = '';
  const quoting: SmtpBehaviour = {
    ...IN_CLEAR,
    decide: ({ links, text }) => {
      offered = links[0] ?? '';
      const token = new URL(offered).searchParams.get('token') ?? '';
      return `554 Blocked ${token.slice(0, 20)}= ${token.slice(20)} ${links[0]} ${token} ${text.replace(/\s+/g, ' ').slice(0, 80)}`;
    },
  };
  const smtp = await startSmtpServer(t, quoting);
  const { worker, enqueue, row, keys, log } = await openOutbox(t, testSmtpTransport(smtp.port));
  const params = { expires_at: parseInstant('2026-03-01T12:00:00.000Z'), by_administrator: 'no' } as const;
  const id = await enqueue('password-reset', params, { secret: { kind: 'link', path: '/reset-password', seed } });
  await worker.deliverDue();
  const mail = await row(id);
  const token = deriveToken(keys, seed);
  assert.equal(offered, `http://127.0.0.1:8080/reset-password?token=${token}`);
  assert.equal(mail.state, 'failed');
  assert.match(mail.last_error ?? '', /554 Blocked/);
  for (const part of [token, token.slice(0, 20), token.slice(20)])
    assert.ok(!`${JSON.stringify(mail)} ${log.join()}`.includes(part), part);
});

test('a refusal that quotes a code as the mail shows it puts it into neither the outbox nor the log', async (t) => {
  const quoting: SmtpBehaviour = {
    ...IN_CLEAR,
    decide: ({ text, subject }) => `554 Blocked: ${subject} ${text.replace(/\s+/g, ' ').slice(0, 160)}`,
  };
  const smtp = await startSmtpServer(t, quoting);
  const { worker, enqueue, row, keys, log } = await openOutbox(t, testSmtpTransport(smtp.port));
  for (const [kind, digits] of [
    ['sign-in-code', 6],
    ['email-change-code', 8],
  ] as const) {
    const seed = freshSeed();
    const params = { expires_at: parseInstant('2026-03-01T12:00:00.000Z') };
    const id = await enqueue(kind, params, { secret: { kind: 'code', seed, digits } });
    await worker.deliverDue();
    const { state, last_error } = await row(id);
    const code = deriveCode(keys, seed, digits);
    assert.equal(state, 'failed');
    assert.match(last_error ?? '', /554 Blocked: .*Dobar dan.*\[…\]/);
    for (const shown of [code, `${code.slice(0, digits / 2)} ${code.slice(digits / 2)}`])
      assert.ok(!`${last_error} ${log.join()}`.includes(shown), `${kind}: ${last_error}`);
  }
});

test('one slow recipient does not delay the others', async (t) => {
  let release = () => {};
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  const server: SmtpBehaviour = { ...IN_CLEAR, decide: ({ to }) => (to === 'spora@example.hr' ? held : undefined) };
  const smtp = await startSmtpServer(t, server);
  const { worker, notify } = await openOutbox(t, testSmtpTransport(smtp.port));
  await notify('spora@example.hr');
  for (let number = 0; number < 20; number++) await notify(`brza${number}@example.hr`);
  const done = worker.deliverDue();
  while (smtp.taken.length < 20) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(smtp.taken.every(({ to }) => to.startsWith('brza')));
  release();
  await done;
  assert.equal(smtp.taken.length, 21);
});

test('an address that would inject SMTP commands is parked unsent', async (t) => {
  const smtp = await startSmtpServer(t, IN_CLEAR);
  const { worker, notify, row } = await openOutbox(t, testSmtpTransport(smtp.port));
  const evil = [
    'ana@example.hr>\r\nRCPT TO:<tko@drugi.example',
    'ana@example.hr\r\nBcc: tko@drugi.example',
    'a@b.hr, tko@drugi.example',
    '',
  ];
  const ids: number[] = [];
  for (const address of evil) ids.push(await notify(address));
  const good = await notify('dobra@example.hr');
  await worker.deliverDue();
  for (const id of ids) assert.equal((await row(id)).state, 'failed');
  assert.equal((await row(good)).state, 'sent');
  assert.deepEqual(
    smtp.taken.map(({ recipients }) => recipients),
    [['dobra@example.hr']],
  );
});

test('closing aborts an attempt in progress and leaves the mail for later', async (t) => {
  const port = await startRawServer(t);
  const { worker, notify, row } = await openOutbox(t, testSmtpTransport(port));
  const id = await notify('ana@example.hr');
  const done = worker.deliverDue();
  const startedAt = performance.now();
  await worker.close();
  await done;
  assert.ok(performance.now() - startedAt < seconds(7));
  assert.equal((await row(id)).state, 'queued');
});

/** A server from before SMTPUTF8. Returns its port and what it was told. */
async function startOldServer(t: TestContext): Promise<{ port: number; commands: string[] }> {
  const commands: string[] = [];
  const port = await startRawServer(t, (socket) => {
    let isContent = false;
    socket.write('220 stari poslužitelj\r\n');
    socket.on('data', (data) => {
      const text = data.toString('utf8');
      if (isContent && !text.endsWith('\r\n.\r\n')) return;
      if (!isContent) commands.push(text.trim());
      isContent = !isContent && text.startsWith('DATA');
      socket.write(isContent ? '354 go on\r\n' : '250 ok\r\n');
      if (text.startsWith('QUIT')) socket.end();
    });
  });
  return { port, commands };
}

test('an address with letters outside ASCII is sent only to a server that takes it', async (t) => {
  const old = await startOldServer(t);
  const outbox = await openOutbox(t, testSmtpTransport(old.port, {}));
  const id = await outbox.notify('čavić@example.hr');
  await outbox.worker.deliverDue();
  const { state, attempts, last_error } = await outbox.row(id);
  assert.deepEqual([state, attempts], ['failed', 1]);
  assert.match(last_error ?? '', /does not offer SMTPUTF8/);
  assert.equal(mailErrorKey(last_error ?? ''), 'mails.error.letters');
  assert.ok(!old.commands.some((line) => /MAIL|RCPT|DATA/.test(line)), String(old.commands));

  const modern = await startSmtpServer(t, IN_CLEAR);
  const able = await openOutbox(t, testSmtpTransport(modern.port, {}));
  const sent = await able.notify('čavić@example.hr');
  await able.worker.deliverDue();
  assert.equal((await able.row(sent)).state, 'sent', (await able.row(sent)).last_error ?? '');
  assert.deepEqual(modern.taken[0]?.recipients, ['čavić@example.hr']);
});

test('a domain with letters outside ASCII goes out in ASCII, to any server', async (t) => {
  const { port, commands } = await startOldServer(t);
  const from = { name: 'Savez', address: 'iskaznica@županija.hr' };
  const outbox = await openOutbox(t, testSmtpTransport(port, {}, { from }));
  const id = await outbox.notify(canonicalEmail('ana@županija.hr') ?? '');
  await outbox.worker.deliverDue();
  assert.equal((await outbox.row(id)).state, 'sent', (await outbox.row(id)).last_error ?? '');
  assert.ok(commands.includes('MAIL FROM:<iskaznica@xn--upanija-cxb.hr>'), String(commands));
  assert.ok(commands.includes('RCPT TO:<ana@xn--upanija-cxb.hr>'), String(commands));
});

test('a server that cannot be asked is asked again later', async (t) => {
  const gone = await startRawServer(t, (socket) => void socket.destroy());
  const outbox = await openOutbox(t, testSmtpTransport(gone, {}));
  const id = await outbox.notify('čavić@example.hr');
  await outbox.worker.deliverDue();
  const { state, last_error } = await outbox.row(id);
  assert.equal(state, 'queued', last_error ?? '');
  assert.notEqual(mailErrorKey(last_error ?? ''), 'mails.error.letters');
});
