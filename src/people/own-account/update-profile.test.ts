// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { problemsOf } from '../../../test/support/proper-answer.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  const token = await service.tokenOf('ana@example.hr');
  const put = (body: unknown) => service.call('PUT /api/auth/me', { token, body });
  const me = async () => (await service.call('GET /api/auth/me', { token })).body;
  return { service, id, token, put, me };
}

test('a change of nothing is one: nothing is written, recorded or mailed', async (t) => {
  const { service, token, put, me } = await start(t);
  const before = await me();
  service.clock.advance(seconds(5));
  const withoutBody = await service.call('PUT /api/auth/me', { token });
  for (const answer of [await put({}), await put({ unknown: 1 }), withoutBody])
    assert.deepEqual([answer.status, answer.body], [200, before]);
  assert.deepEqual(await service.audit.actions(), []);
  assert.deepEqual(await service.mails.take(), []);
});

test('people change their own profile, and the response equals that of GET me', async (t) => {
  const { service, id, put, me } = await start(t);
  const before = await me();
  service.clock.advance(seconds(5));
  const change = {
    ime: ' Iva ',
    prezime: 'Đurić',
    telefon: '+385 (1) 234-567',
    preferred_language: 'en',
    oib: '69435151530',
  };
  const answer = await put(change);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    ...before,
    ...change,
    ime: 'Iva',
    full_name: 'Iva Đurić',
    updated_at: '2026-03-01T10:00:05.000Z',
  });
  assert.deepEqual(await me(), answer.body);
  const [record, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual([record?.action, record?.user_id, record?.actor_id], ['profile.update', id, id]);
  assert.deepEqual(Array.from(Object(record).meta.changed).sort(), [
    ...['ime', 'oib', 'preferred_language', 'prezime', 'telefon'],
  ]);
  assert.doesNotMatch(
    JSON.stringify(record),
    /Iva|69435151530|234-567/,
    'a record names the members, not their values',
  );
});

test('a new name updates the full name, unless a full name is sent', async (t) => {
  const { put } = await start(t);
  const full = async (body: object) => (await put(body)).body.full_name;
  assert.equal(await full({ ime: 'Iva' }), 'Iva Čavić');
  assert.equal(await full({ prezime: 'Đurić' }), 'Iva Đurić');
  assert.equal(await full({ full_name: 'dr. Iva Đurić' }), 'dr. Iva Đurić');
  assert.equal(await full({ telefon: '1' }), 'dr. Iva Đurić');
  assert.equal(await full({ ime: ' Iva ', prezime: 'Đurić' }), 'dr. Iva Đurić', 'the same names change nothing');
  assert.equal(await full({ ime: 'Ana', full_name: 'Ana Đ.' }), 'Ana Đ.');
  assert.equal(await full({ ime: '' }), 'Đurić');
  assert.equal(await full({ ime: 'Z\u030Celjka', prezime: '' }), 'Željka');
  assert.equal(await full({ full_name: '' }), '');
});

test('phone is an alias of telefon', async (t) => {
  const { put } = await start(t);
  assert.equal((await put({ phone: '01/234' })).body.telefon, '01/234');
  assert.equal((await put({ phone: '1', telefon: '2' })).body.telefon, '2');
  assert.equal((await put({ telefon: '' })).body.telefon, '');
  assert.equal((await put({ phone: '3' })).body.phone, undefined, 'the answer has one name');
});

test('other members of the body change nothing', async (t) => {
  const { service, put, me } = await start(t);
  const before = await me();
  const greedy = {
    id: 99,
    email: 'zla@example.hr',
    role: 'superadmin',
    tier: 0,
    tenant_id: 2,
    status: 'suspended',
    email_verified: true,
    must_change_pwd: true,
    two_factor_enabled: true,
    password: 'x',
    password_hash: 'x',
    avatar_url: '/x',
    google_picture: 'x',
    gdpr_consent_at: '2020-01-01T00:00:00.000Z',
    created_at: 'x',
    oib2: 'x',
    tenant_name: 'x',
    last_login_at: 'x',
    deleted_at: 'x',
    updated_at: '1999-01-01T00:00:00.000Z',
    IME: 'x',
  };
  const answer = await put({ ...greedy, ime: 'Iva' });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { ...before, ime: 'Iva', full_name: 'Iva Čavić' });
  const [record] = await service.audit.take();
  assert.deepEqual(record?.meta, { changed: ['ime'] });
});

test('an invalid request is refused as a whole', async (t) => {
  const { service, put, me } = await start(t);
  const before = await me();
  const cases: [object, string[]][] = [
    [{ oib: '69435151531' }, ['body.oib oib']],
    [{ oib: '123' }, ['body.oib invalid']],
    [{ oib: null }, ['body.oib type']],
    [{ telefon: 'zovi me' }, ['body.telefon invalid']],
    [{ phone: '+385\n1' }, ['body.phone invalid']],
    [{ telefon: '1'.repeat(41) }, ['body.telefon too_long']],
    [{ preferred_language: 'de' }, ['body.preferred_language not_allowed']],
    [{ ime: 'x'.repeat(101) }, ['body.ime too_long']],
    [{ full_name: 'x'.repeat(201) }, ['body.full_name too_long']],
    [{ ime: 'A\nna' }, ['body.ime text_unsafe']],
    [{ prezime: 'a\u0007b' }, ['body.prezime text_unsafe']],
    [{ full_name: 'a\u007fb' }, ['body.full_name text_unsafe']],
    [{ ime: 'a\uffffb' }, ['body.ime text_unsafe']],
    [{ ime: 'a\u0000b' }, ['body.ime text_unsafe']],
    [{ ime: 7, prezime: ['x'] }, ['body.ime type', 'body.prezime type']],
  ];
  for (const [body, problems] of cases) {
    const answer = await put({ telefon: '555', ...body });
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.deepEqual(problemsOf(answer), problems, JSON.stringify(body));
  }
  assert.deepEqual(await me(), before);
  assert.deepEqual(await service.audit.take(), []);
  assert.equal((await put({ ime: 'x'.repeat(100), full_name: '😀'.repeat(200) })).status, 200);
});

test('text in any script is kept unchanged', async (t) => {
  const { put } = await start(t);
  for (const name of ['Ⅷ', '李小龙', 'محمد', "O'Neill-Šarić", '<b>Ana</b>', "'; drop table users; --", '=cmd|x', '😀'])
    assert.equal((await put({ ime: name })).body.ime, name);
});

test('a name of which nothing would show is stored as none', async (t) => {
  const { put } = await start(t);
  for (const sign of ['\u3164', '\u2800', '\u200b \u2060', '\u00ad'])
    assert.deepEqual([(await put({ ime: 'Iva' })).body.ime, (await put({ ime: sign })).body.ime], ['Iva', '']);
  assert.equal((await put({ ime: 'na\u200dda' })).body.ime, 'na\u200dda', 'joiners within a word stay');
});

test('direction overrides and line breaks are refused', async (t) => {
  const { put, me } = await start(t);
  for (const sign of ['\u202a', '\u202e', '\u2066', '\u2069', '\u2028', '\u2029', '\u0007']) {
    const answer = await put({ ime: `Ana${sign}knil` });
    assert.deepEqual(
      [answer.status, answer.body.detail[0].type],
      [422, 'text_unsafe'],
      `U+${sign.codePointAt(0)?.toString(16)}`,
    );
  }
  assert.equal((await put({ ime: 'محمد\u200f' })).status, 200, 'a mark that turns nothing around');
  assert.notEqual((await me()).ime, '');
});

test('two concurrent changes are both kept', async (t) => {
  const { service, put, me } = await start(t);
  const answers = await Promise.all([put({ ime: 'Iva' }), put({ prezime: 'Đurić' }), put({ oib: '69435151530' })]);
  assert.ok(answers.every(({ status }) => status === 200));
  const { ime, prezime, full_name, oib } = await me();
  assert.deepEqual([ime, prezime, full_name, oib], ['Iva', 'Đurić', 'Iva Đurić', '69435151530']);
  assert.deepEqual(await service.audit.actions(), ['profile.update', 'profile.update', 'profile.update']);
});

test('a person who must choose a new password may read, but not change', async (t) => {
  const { service, id, put, me } = await start(t);
  await service.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ must_change_pwd_at: parseInstant('2026-03-01T10:00:00.000Z') })
      .where('id', '=', id)
      .execute(),
  );
  assert.equal((await me()).must_change_pwd, true);
  const refused = await put({ ime: 'Iva' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'password.change_required']);
});
