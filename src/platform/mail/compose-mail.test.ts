// engine: none
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { mailTemplates } from '../../entry/app/declarations.ts';
import { toJson } from '../database/json-column.ts';
import { parseInstant } from '../kernel/clock.ts';
import { keysOf } from '../kernel/unchecked.ts';
import { deriveCode, deriveToken } from '../keys/derived-secret.ts';
import type { Keyring } from '../keys/keyring.ts';
import { composeMail } from './compose-mail.ts';
import type { MailKind, MailParams, MailWords, OutboxMail, SecretRef } from './mail.ts';
import { croatianTime, englishTime } from './mail-dates.ts';

const keys = { hmac: (label: string, data: string) => createHmac('sha256', label).update(data).digest() } as Keyring;
const parts = { keys, publicUrl: 'https://iskaznica.savez.example.hr', mailTemplates };
const SEED = 'sjeme-koje-se-ne-smije-vidjeti';
const at = parseInstant('2026-11-21T13:05:00.000Z');

/** Where the words matter below; `sampleOf` makes up the others. */
const samples: { readonly [Kind in MailKind]?: MailParams[Kind] } = {
  invitation: { tenant: 'Teniski savez Istre', invited_by: 'Marko Perić', expires_at: at },
  'password-reset': { expires_at: at, by_administrator: 'no' },
  'password-changed': { at },
  'email-change-code': { expires_at: at },
  'email-change-requested': { new_address: 'a•••@example.hr', at },
  'email-changed': { new_address: 'a•••@example.hr', at, until: at },
  'email-restored': { at },
  'taken-back': { at, taken: 'passkey address' },
  'address-in-use': { at },
  'two-factor-enabled': { at, until: at },
  'two-factor-disabled': { at },
  'recovery-codes-renewed': { at },
  'second-factor-missing': { due_at: at },
  'sign-in-ended-by-reuse': { at, device: 'Firefox na Linuxu', ip: '203.0.113.7' },
  'second-factor-guessed': { at },
  'new-device': { at, device: 'Firefox 145, Linux', ip: '203.0.113.7', expires_at: at },
  'sign-in-code': { expires_at: at },
  'identity-linked': { at, provider: 'Klub Zagreb' },
  'identity-unlinked': { at, provider: 'Klub Zagreb' },
  'google-linked': { at },
  'google-unlinked': { at },
  'passkey-added': { at, passkey: 'Mobitel', until: at },
  'security-key-added': { at, passkey: 'Ključ za ured' },
  'passkey-removed': { at, passkey: 'Mobitel' },
  'passkeys-removed': { at },
  'passkey-refused': { at, passkey: 'Mobitel' },
  'account-inactive': { last_at: at, suspend_at: at },
  'backup-too-old': { made: at, rehearsed: at },
  'subscription-failing': { application: 'Trgovina', since: at, reason: 'HTTP 500', ended: '' },
  'orders-unanswered': { recipient: 'Savez', count: '2', since: at, state: 'overdue', at },
  'erasure-requested': { at, due_at: at },
  'erasure-extended': { at, due_at: at, reason: 'Čeka se odluka suda.' },
  'erasure-rejected': { at, reason: 'Podaci su potrebni radi obveze prema zakonu.' },
  'erasure-completed': { at },
};
const secrets: Partial<Record<MailKind, SecretRef>> = {
  invitation: { kind: 'link', path: '/setup-password', seed: SEED },
  'password-reset': { kind: 'link', path: '/reset-password', seed: SEED },
  'email-change-code': { kind: 'code', seed: SEED },
  'sign-in-code': { kind: 'code', seed: SEED, digits: 6 },
  'new-device': { kind: 'link', path: '/nova-prijava', seed: SEED },
  'email-changed': { kind: 'link', path: '/povrat-racuna', seed: SEED },
  'passkey-added': { kind: 'link', path: '/povrat-racuna', seed: SEED },
  'two-factor-enabled': { kind: 'link', path: '/povrat-racuna', seed: SEED },
};
const kinds = keysOf(mailTemplates);

/** Generates parameters for kinds without a sample, from the names that their texts read: an instant or a word. */
function sampleOf(kind: MailKind): MailWords {
  const { [kind]: sample } = samples;
  if (sample !== undefined) return { name: '', ...sample };
  const read: Record<string, string> = {};
  const get = (_: object, name: string | symbol) =>
    (read[String(name)] ??= /(?:^|_)(?:at|until)$/.test(String(name)) ? at : 'riječ');
  for (const language of ['hr', 'en'] as const) mailTemplates[kind][language](new Proxy({}, { get }) as never); // of any kind
  return { name: '', ...read };
}

function rowOf(kind: MailKind, language: 'hr' | 'en' = 'hr', changes: Record<string, unknown> = {}): OutboxMail {
  const secret = secrets[kind];
  return {
    id: 1,
    message_id: 'poruka',
    kind,
    user_id: 1,
    tenant_id: 1,
    to_address: 'ana@example.hr',
    language,
    params: toJson<MailWords>({ ...sampleOf(kind), name: 'Ana Čavić', ...changes }),
    secret_ref: secret === undefined ? null : toJson(secret),
    state: 'sending',
    attempts: 1,
    due_at: at,
    leased_until: at,
    created_at: at,
    sent_at: null,
    last_error: null,
    named_id: null,
  };
}

test('every kind in both languages has greeting, text, dates and what to do; English follows Croatian', () => {
  for (const kind of kinds) {
    for (const language of ['hr', 'en'] as const) {
      const { subject, text, html, to } = composeMail(parts, rowOf(kind, language));
      const name = `${kind} ${language}`;
      assert.deepEqual(to, { name: 'Ana Čavić', address: 'ana@example.hr' });
      for (const body of [text, html]) {
        assert.match(body, /Dobar dan, Ana Čavić,/, name);
        assert.match(body, /21\. 11\. 2026\. u 14:05/, name);
        assert.match(body, /Ako (to niste|ovo niste|niste tražili|ne znate|taj uređaj|drugi račun nije)/, name);
        assert.doesNotMatch(body, /undefined|null|\[object|NaN|\$\{/, name);
        assert.equal(/Hello, Ana Čavić,/.test(body), language === 'en', name);
        if (language === 'en') assert.ok(body.indexOf('Dobar dan') < body.indexOf('Hello'), name);
      }
      assert.equal(subject.includes(' / '), language === 'en', name);
      assert.ok(subject.length > 8 && subject.length < 120, subject);
      // Kind and sample belong together, which a loop over kinds cannot say.
      const template = mailTemplates[kind].hr(sampleOf(kind) as never).subject;
      assert.equal(template.replace('{code}', '348023'), subject.split(' / ')[0]);
    }
  }
});

test('the HTML is self-contained: nothing is loaded, no script, both colour schemes, one button if there is a link', () => {
  for (const kind of kinds) {
    const { html, text } = composeMail(parts, rowOf(kind));
    assert.doesNotMatch(html, /<(img|script|link|iframe|form|svg|table)\b|url\(|@import|\bon\w+=|src=/i, kind);
    assert.match(html, /color-scheme:light dark/);
    assert.match(html, /prefers-color-scheme:dark/);
    const buttons = html.match(/class="button"/g)?.length ?? 0;
    assert.equal(buttons, /https?:\/\//.test(text) ? 1 : 0, kind);
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    assert.ok(
      targets.every((target) => target?.startsWith(`${parts.publicUrl}/`)),
      String(targets),
    );
    assert.equal(targets.length, 2 * buttons, 'the plain address follows the button');
  }
});

test('links and codes are derived when the mail is composed, and links only use the public address', () => {
  const token = deriveToken(keys, SEED);
  for (const [kind, path] of [
    ['invitation', '/setup-password'],
    ['password-reset', '/reset-password'],
  ] as const) {
    const { text, html, secret } = composeMail(parts, rowOf(kind));
    assert.ok(text.includes(`\n${parts.publicUrl}${path}?token=${token}\n`));
    assert.ok(html.includes(`href="${parts.publicUrl}${path}?token=${token}"`));
    assert.equal(secret, token);
  }
  const code = deriveCode(keys, SEED);
  const { text, html, subject } = composeMail(parts, rowOf('email-change-code', 'en'));
  for (const body of [text, html]) assert.ok(body.includes(`${code.slice(0, 4)} ${code.slice(4)}`));
  assert.ok(!subject.includes(code.slice(0, 4)), 'a locked screen shows the subject');
  for (const kind of kinds) assert.ok(!JSON.stringify(composeMail(parts, rowOf(kind))).includes(SEED));
});

test('user-supplied values cannot become markup, a header, reversed text or a link', () => {
  const hostile = {
    'Ana\r\nBcc: svi@drugi.example': /Ana Bcc: svi@drugi\. example/,
    '<script>alert(1)</script>"\'><b>': /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&gt;&lt;b&gt;/,
    'Ana\u202Eknil\u2066 \u200FČ\u0000\u2028x': /Ana knil Č x/,
    'Kliknite https://zlo.example/ukradi ili www.zlo.example':
      /Kliknite https zlo\. example\/ukradi ili www\. zlo\. example/,
    'Teniski klub d.o.o.': /Teniski klub d\.o\.o\./,
    [`${'Š'.repeat(200)}`]: /Š{99}…/,
    '': /Dobar dan,/,
  };
  for (const [name, shown] of Object.entries(hostile)) {
    const mail = composeMail(parts, rowOf('invitation', 'en', { name, tenant: name, invited_by: name }));
    assert.match(mail.html, shown, name);
    assert.doesNotMatch(mail.subject + mail.to.name, /[\p{C}\p{Zl}\p{Zp}]/u, name);
    assert.doesNotMatch(mail.html, /<script|<b>/);
    assert.doesNotMatch(`${mail.text}${mail.html}`, /:\/\/zlo|zlo\.example|\u202e/i);
    assert.ok([...mail.to.name].length <= 100);
  }
});

test('a name does not become a link by a sign or mark beside the dot, or by another dot that browsers read as one', () => {
  for (const name of [
    '💩.la',
    'i❤\ufe0f.ws',
    'zlo.भारत',
    'संगठनि.com',
    'zlo.\ufe0fcom',
    'zlo。example',
    'zlo．com',
    'zlo｡hr',
  ]) {
    const mail = composeMail(parts, rowOf('invitation', 'en', { name, tenant: name, invited_by: name }));
    const apart = name.replace(/[.。．｡]/u, '$& ');
    assert.equal(mail.to.name, apart);
    assert.equal(mail.subject, `Pozivnica: ${apart} / Invitation: ${apart}`);
    assert.ok(!`${mail.text}${mail.html}`.includes(name), name);
  }
});

test('a name that is written as an encoded word stays as it is, and mail programs do not decode it', () => {
  const name = '=?utf-8?q?=E2=80=AEhttp=3A//zlo=2Eexample?=';
  const mail = composeMail(parts, rowOf('invitation', 'hr', { name, tenant: name, invited_by: '' }));
  const shown = '= ?utf-8?q?=E2=80=AEhttp=3A//zlo=2Eexample?=';
  assert.equal(mail.to.name, shown);
  assert.equal(mail.subject, `Pozivnica: ${shown}`);
});

test('a name of one long word makes no mail wider than a phone', () => {
  const { html } = composeMail(
    parts,
    rowOf('invitation', 'hr', { name: 'Š'.repeat(99), tenant: 'Savez', invited_by: '' }),
  );
  assert.match(html, /class="card" style="[^"]*overflow-wrap:anywhere;word-break:break-word/);
});

test('a name that says {code} does not bring the token of the link into the subject', () => {
  const mail = composeMail(parts, rowOf('invitation', 'en', { name: 'Ana', tenant: '{code}', invited_by: '{code}' }));
  assert.equal(mail.subject, 'Pozivnica: {code} / Invitation: {code}');
});

test('Croatian and English dates, in winter and summer time', () => {
  assert.equal(croatianTime(parseInstant('2026-01-05T23:30:00.000Z')), '6. 1. 2026. u 00:30');
  assert.equal(croatianTime(parseInstant('2026-07-05T22:07:00.000Z')), '6. 7. 2026. u 00:07');
  assert.equal(englishTime(parseInstant('2026-11-21T13:05:00.000Z')), '21 November 2026 at 14:05 (Zagreb)');
});
