// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../entry/app/read-settings.ts';
import { parseMailbox } from './mail-settings.ts';

test('a single mailbox is accepted, with or without a name', () => {
  const address = 'posta@savez.example.hr';
  assert.deepEqual(parseMailbox(address), { name: '', address });
  assert.deepEqual(parseMailbox(`<${address}>`), { name: '', address });
  assert.deepEqual(parseMailbox(`Teniski savez Šibenik <${address}>`), { name: 'Teniski savez Šibenik', address });
  assert.deepEqual(parseMailbox(`"Savez, Split" <${address}>`), { name: 'Savez, Split', address });
  assert.deepEqual(parseMailbox('Iskaznica <iskaznica@localhost>'), {
    name: 'Iskaznica',
    address: 'iskaznica@localhost',
  });
});

test('anything else is refused', () => {
  const wrong = [
    '',
    'savez',
    'a@b, c@d',
    'A <a@b>, B <c@d>',
    'A <a@b> x',
    'A\r\nBcc: x@y <a@b>',
    'A <a@b\r\n>',
    'a@@b',
    'a@b..c',
    '"A" "B" <a@b>',
    'a b@c',
    'A <<a@b>>',
    'a@-b',
    'a\u0000@b',
    'Č@b',
    '.a@b',
  ];
  for (const text of wrong) assert.equal(parseMailbox(text), undefined, text);
});

test('the settings of mail are checked together at the start', () => {
  const wrong = (env: Record<string, string>, expected: RegExp) => assert.throws(() => readSettings(env), expected);
  wrong({ SVC_SMTP_PASSWORD: 'x' }, /SVC_SMTP_PASSWORD needs SVC_SMTP_USER/);
  wrong({ SVC_SMTP_USER: 'x' }, /SVC_SMTP_USER needs SVC_SMTP_PASSWORD/);
  wrong({ SVC_SMTP_FROM: 'Savez <a@b>\r\nBcc: <c@d>' }, /SVC_SMTP_FROM must be one mailbox/);
  assert.equal(readSettings({ SVC_SMTP_USER: 'x', SVC_SMTP_PASSWORD: 'y' }).mail.smtpUser, 'x');
});
