import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMails } from '../../../test/support/mail-box.ts';
import { freshSeed, openOutbox } from '../../../test/support/mail-outbox.ts';
import { parseInstant } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import { deriveCode, deriveToken } from '../keys/derived-secret.ts';
import type { MailTransport } from './mail-transport.ts';
import { type FileTransportDeps, fileTransport } from './open-mail-transport.ts';

const from = { name: 'Savez "Čić"', address: 'iskaznica@savez.example.hr' };
const toFiles = (parts: Pick<FileTransportDeps, 'dataDir' | 'clock'>): MailTransport =>
  fileTransport({ ...parts, from, publicUrl: 'http://127.0.0.1:8080' });
const params = {
  tenant: 'Županijski savez Đ',
  invited_by: 'Željka Šušnjić',
  expires_at: parseInstant('2026-03-08T10:00:00.000Z'),
};

test('recorded mails are complete messages that only the owner can read, each with a line in the index', async (t) => {
  const { worker, enqueue, row, keys, dataDir } = await openOutbox(t, toFiles);
  const seed = freshSeed();
  const long = 'Šime '.repeat(40);
  const invitation = await enqueue('invitation', params, {
    to: { preferred_language: 'en', full_name: long },
    secret: { kind: 'link', path: '/setup-password', seed },
  });
  const code = { kind: 'code', seed } as const;
  await enqueue(
    'email-change-code',
    { expires_at: params.expires_at },
    { to: { email: 'čavić@example.hr' }, secret: code },
  );
  await worker.deliverDue();
  const [first, second] = readMails(dataDir);
  assert.deepEqual(first?.links, [`http://127.0.0.1:8080/setup-password?token=${deriveToken(keys, seed)}`]);
  assert.deepEqual(second?.codes, [deriveCode(keys, seed)]);
  assert.deepEqual([first?.to, second?.to], ['ana@example.hr', 'čavić@example.hr']);
  assert.equal(first?.subject, 'Pozivnica: Županijski savez Đ / Invitation: Županijski savez Đ');
  assert.match(first?.text ?? '', /Željka Šušnjić poziva Vas da otvorite račun u organizaciji Županijski savez Đ\./);
  assert.match(first?.html ?? '', /<!doctype html>[\s\S]*Set password[\s\S]*<\/html>/);
  const { message_id } = await row(invitation);
  assert.equal(first?.headers['message-id'], `<${message_id}@127.0.0.1>`);
  assert.equal(first?.headers.from, 'Savez "Čić" <iskaznica@savez.example.hr>');
  assert.equal(first?.headers['content-language'], 'hr, en');
  assert.equal(first?.headers.date, 'Sun, 01 Mar 2026 10:00:00 +0000');
  const folder = join(dataDir, 'mail');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const names = readdirSync(folder);
  for (const name of names) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  assert.deepEqual(names.sort(), [
    `2026-03-01T10-00-00.000Z-${invitation}.eml`,
    `2026-03-01T10-00-00.000Z-${invitation + 1}.eml`,
    'index.jsonl',
  ]);
  const index = readFileSync(join(folder, 'index.jsonl'), 'utf8');
  const lines = index
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.find(({ id }) => id === invitation),
    {
      id: invitation,
      message_id,
      kind: 'invitation',
      to: 'ana@example.hr',
      subject: first?.subject,
      file: names[0],
      at: '2026-03-01T10:00:00.000Z',
    },
  );
  assert.ok(!index.includes(deriveToken(keys, seed)));
});

test('a retry after a crash between file and row replaces the file with the same bytes', async (t) => {
  const { worker, notify, row, database, clock, dataDir } = await openOutbox(t, toFiles);
  const id = await notify('ana@example.hr');
  await worker.deliverDue();
  const [before] = readMails(dataDir);
  const forgotten = {
    state: 'sending',
    leased_until: parseInstant('2026-03-01T10:02:00.000Z'),
    sent_at: null,
  } as const;
  await database.transaction((tx) => tx.updateTable('mails').set(forgotten).where('id', '=', id).execute());
  clock.advance(minutes(2));
  await worker.deliverDue();
  assert.equal((await row(id)).state, 'sent');
  assert.deepEqual(readMails(dataDir), [before]);
});

test('mails stay in the outbox when the folder cannot be written', async (t) => {
  const { worker, notify, row, clock, dataDir } = await openOutbox(t, toFiles);
  const folder = join(dataDir, 'mail');
  writeFileSync(folder, 'a file stands in the way');
  const id = await notify('ana@example.hr');
  await worker.deliverDue();
  const { state, last_error } = await row(id);
  assert.deepEqual([state, last_error], ['queued', 'The mail could not be recorded: EEXIST']);
  rmSync(folder);
  clock.advance(minutes(1));
  await worker.deliverDue();
  assert.equal((await row(id)).state, 'sent');
});

test('headers cannot be injected by a name', async (t) => {
  const { worker, enqueue, dataDir } = await openOutbox(t, toFiles);
  const names = [
    'Ana\r\nBcc: svi@drugi.example\r\n\r\n<h1>',
    '"Ana" <tko@drugi.example>, x',
    '=?utf-8?q?tko?=',
    'A\u202ENA; ,:<>@"\\',
  ];
  for (const full_name of names) await enqueue('invitation', { ...params, tenant: full_name }, { to: { full_name } });
  await worker.deliverDue();
  const mails = readMails(dataDir);
  assert.equal(mails.length, names.length);
  for (const { to, headers, raw } of mails) {
    assert.equal(to, 'ana@example.hr');
    assert.equal(headers.bcc, undefined);
    assert.equal(raw.match(/^(To|From|Subject|Message-ID|Date):/gim)?.length, 5);
    assert.doesNotMatch(raw.split('\r\n\r\n')[0] ?? '', /^Bcc/im);
  }
});
