// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailSetting } from '../../src/platform/config/setting.ts';
import { openImportFixture } from '../support/import-fixture.ts';
import { AppBrowser, askFor, openAppFixture, registerApp, relyingParty, uidOf } from '../support/relying-party.ts';
import { registerService, serviceToken } from '../support/service-fixture.ts';
import { PASSWORD, startTestService } from '../support/test-service.ts';

/** What people type, paste and import as one value, and what is stored. */
const PHONES = {
  '+385 91 123-4567': [
    '+385 91 123-4567',
    ' +385 91 123-4567 ',
    '+385\u00a091\u00a0123-4567',
    '+385\u202f91\u2009123\u20114567',
    '\u202a+385 91 123\u20134567\u202c',
    '\u200e+385 91 123\u22124567\u200f\ufeff',
    '+385  91\t123-4567\u00ad',
    '＋３８５ ９１ １２３－４５６７',
  ],
  '': ['', ' ', '\u00a0', '\u200b'],
};
const OIBS = {
  '69435151530': [
    '69435151530',
    '69435151530 ',
    '\u00a069435151530',
    '694 351 515 30',
    '\u202a69435151530\u202c',
    '6943\u200b5151530\r\n',
    '６９４３５１５１５３０',
  ],
  '': ['', ' ', '\u00a0'],
};
const ADDRESS = 'ana-marija@klub.example';
const ADDRESSES = [
  ADDRESS,
  ` ${ADDRESS} `,
  `\u00a0${ADDRESS}\u00a0`,
  `\u202a${ADDRESS}\u202c`,
  `\u2068${ADDRESS}\u2069`,
  `\ufeff${ADDRESS}\u200b`,
  `\u200e ${ADDRESS}\u00a0\u200f`,
  'Ana\u2011Marija@Klub.example',
  'ana\u2010marija@klub.example\u00ad',
];

const WRONG = { telefon: ['091 abc', '1'.repeat(41), '091;2'], oib: ['69435151531', '6943515153', '69435151530a'] };

/** A way by which a profile comes in; answers what was stored, or undefined where it was refused. */
type Door = (values: { telefon: string; oib: string }) => Promise<{ telefon: string; oib: string } | undefined>;

test('a telephone and an OIB are stored alike, whatever is around them and through whichever door', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss, member, memberId } = fixture;
  const registered = await registerService(fixture, ['users:read', 'users:write']);
  const machine = await serviceToken(service, registered);
  const stored = (id: number) =>
    service.database.read.selectFrom('users').select(['telefon', 'oib']).where('id', '=', id).executeTakeFirstOrThrow();
  let made = 0;
  const created =
    (token: string): Door =>
    async (values) => {
      const body = { email: `osoba${made++}@klub.example`, ime: 'Ana', prezime: 'Car', role: 'member', invite: false };
      const answer = await service.call('POST /api/admin/users', { token, body: { ...body, ...values } });
      if (answer.status === 201) return stored(answer.body.id);
      assert.equal(answer.status, 422, answer.text);
      return undefined;
    };
  const edited =
    (target: string, token: string, phone: 'telefon' | 'phone'): Door =>
    async ({ telefon, oib }) => {
      const { status, text } = await service.call(target, { token, body: { [phone]: telefon, oib } });
      if (status === 200) return stored(memberId);
      assert.equal(status, 422, text);
      return undefined;
    };
  const doors: Record<string, Door> = {
    'the own page': edited('PUT /api/auth/me', member, 'telefon'),
    'the own page, by another name': edited('PUT /api/auth/me', member, 'phone'),
    'an administrator who creates': created(boss),
    'an administrator who edits': edited(`PATCH /api/admin/users/${memberId}`, boss, 'telefon'),
    'a service that creates': created(machine),
    'a service that edits': edited(`PATCH /api/admin/users/${memberId}`, machine, 'phone'),
  };
  for (const [door, enter] of Object.entries(doors)) {
    for (const [telefon, forms] of Object.entries(PHONES))
      for (const form of forms)
        assert.equal((await enter({ telefon: form, oib: '' }))?.telefon, telefon, `${door}: ${JSON.stringify(form)}`);
    for (const [oib, forms] of Object.entries(OIBS))
      for (const form of forms)
        assert.equal((await enter({ telefon: '', oib: form }))?.oib, oib, `${door}: ${JSON.stringify(form)}`);
    for (const telefon of WRONG.telefon)
      assert.equal(await enter({ telefon, oib: '' }), undefined, `${door}: ${telefon}`);
    for (const oib of WRONG.oib) assert.equal(await enter({ telefon: '', oib }), undefined, `${door}: ${oib}`);
  }
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test('an import stores a telephone, an OIB and an address as the other doors do', async (t) => {
  const { service, run } = await openImportFixture(t);
  const wanted: { email: string; telefon: string; oib: string }[] = [];
  const rows: string[] = [];
  const add = (telefon: string, oib: string, phoneForm: string, oibForm: string) => {
    const email = `osoba${rows.length}@klub.example`;
    wanted.push({ email, telefon, oib });
    rows.push([email, phoneForm, oibForm].map(quoted).join(','));
  };
  for (const [telefon, forms] of Object.entries(PHONES)) for (const form of forms) add(telefon, '', form, '');
  for (const [oib, forms] of Object.entries(OIBS)) for (const form of forms) add('', oib, '', form);
  add('+385 91 1', '', "'+385\u00a091\u00a01", '');
  add('', '69435151530', '', '="69435151530"');
  const done = await run(`email,telefon,oib\n${rows.join('\n')}\n`);
  assert.deepEqual([done.created, done.failed], [rows.length, 0]);
  const people = service.database.read.selectFrom('users').select(['email', 'telefon', 'oib']);
  const found = await people.where('email', 'like', 'osoba%@klub.example').orderBy('id').execute();
  assert.deepEqual(
    found.map((person) => ({ ...person })),
    wanted,
  );
  for (const [index, form] of ADDRESSES.entries()) {
    const { created, skipped } = await run(`email,ime\n${quoted(form)},Ana\n`);
    assert.deepEqual([created, skipped], index === 0 ? [1, 0] : [0, 1], JSON.stringify(form));
  }
});

test('an address is one address, whatever is around it and through whichever door', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const superadmin = await service.addPerson({ role: 'superadmin' });
  const invited = await service.addPerson({ email: 'pozvana@klub.example', status: 'invited', passwordHash: null });
  const { id } = await service.addPerson({ email: ADDRESS });
  const somebody = await service.addPerson();
  const taken = { ime: 'Ana', prezime: 'Car', role: 'member', invite: false };
  for (const form of ADDRESSES) {
    const what = JSON.stringify(form);
    const [boss, member] = [await service.tokenOf(superadmin.email), await service.tokenOf(somebody.email)];
    const signedIn = await service.signIn(form);
    assert.deepEqual([signedIn.status, signedIn.body.user?.id], [200, id], what);
    const created = await service.call('POST /api/admin/users', { token: boss, body: { ...taken, email: form } });
    assert.deepEqual([created.status, created.body.code], [409, 'users.email_taken'], what);
    const edit = { token: boss, body: { email: form } };
    const edited = await service.call(`PATCH /api/admin/users/${invited.id}`, edit);
    assert.deepEqual([edited.status, edited.body.code], [409, 'users.email_taken'], what);
    await service.mails.take();
    const other = form.replace(/a(?=[-\u2010\u2011])/, 'e');
    const asked = await service.call('POST /api/users/me/email', { token: member, body: { email: other } });
    assert.equal(asked.status, 200, asked.text);
    const code = (await service.mails.take()).find(({ kind }) => kind === 'email-change-code');
    assert.equal(code?.to_address, ADDRESS.replace('a-', 'e-'), what);
    const forgot = await service.call('POST /api/auth/forgot-password', { body: { email: form } });
    assert.equal(forgot.status, 200);
    const [mail] = await service.mails.take();
    assert.deepEqual([mail?.kind, mail?.to_address], ['password-reset', ADDRESS], what);
    assert.deepEqual(emailSetting('SVC_ADMIN_EMAIL', { why: '' }).parse(form), { value: ADDRESS }, what);
    service.clock.advance(3_600_000);
  }
  const wrong = await service.signIn(`\u00a0${ADDRESS}\u202c`, `${PASSWORD}!`);
  assert.equal(wrong.body.code, 'login.wrong');
});

test('the hint of an application is the address as it is stored', async (t) => {
  const fixture = await openAppFixture(t);
  const app = await registerApp(fixture, { trusted: true });
  const config = await relyingParty(fixture.service, app);
  for (const form of ADDRESSES) {
    const browser = new AppBrowser(fixture.service);
    const asked = await browser.go((await askFor(config, { login_hint: form })).url);
    const details = await browser.send(`GET /oidc/interaction/${uidOf(asked.url)}/details`);
    assert.equal(details.body.login_hint, ADDRESS, JSON.stringify(form));
  }
});
