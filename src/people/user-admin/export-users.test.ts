import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { days } from '../../platform/kernel/durations.ts';

const FOR_PEOPLE = 'GET /api/admin/users/export?format=csv';
const EXPORT = `${FOR_PEOPLE}&raw=1`;
const OIB = '69435151530';

async function tokenOf(service: TestService, role: 'admin' | 'manager'): Promise<string> {
  const email = `${role}@example.hr`;
  await service.addPerson({ email, role, prezime: 'Zzz' });
  return service.tokenOf(email);
}

/** The lines of the file without its head. */
const linesOf = (text: string): string[] => text.trim().split('\r\n').slice(1);
const surnames = (text: string): string[] => linesOf(text).map((line) => line.split(',')[1] ?? '');

test('the people of a list are exported in its order and with its filters', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  for (const prezime of ['Čavić', 'Ljubić', 'Lukić']) await service.addPerson({ prezime });
  await service.addPerson({ prezime: 'Horvat', status: 'suspended' });
  const { status, text, headers } = await service.call(EXPORT, { token });
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(headers['content-disposition']), /^attachment; filename="ljudi-\d{4}-\d\d-\d\d\.csv"$/);
  assert.ok(text.startsWith('id,prezime,ime,email,'), 'as programs read it');
  assert.deepEqual(surnames(text), ['Čavić', 'Horvat', 'Lukić', 'Ljubić', 'Zzz']);
  const some = await service.call(`${EXPORT}&status=suspended`, { token });
  assert.deepEqual(surnames(some.text), ['Horvat']);
  const found = await service.call(`${EXPORT}&q=lj&sort=-name`, { token });
  assert.deepEqual(surnames(found.text), ['Ljubić']);
  const nobody = await service.call(`${EXPORT}&q=%2B`, { token });
  assert.deepEqual(surnames(nobody.text), []);
});

test('a list longer than one batch is exported whole, each person once', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  for (let number = 0; number < 203; number++) await service.addPerson({ prezime: `Isti ${number % 3}` });
  const { text } = await service.call(EXPORT, { token });
  const ids = linesOf(text).map((line) => line.split(',')[0]);
  assert.deepEqual([ids.length, new Set(ids).size], [204, 204]);
});

test('nothing in the file runs as a formula', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  await service.addPerson({ ime: '=HYPERLINK("http://x")', prezime: '@SUM(A1)', telefon: '+385 91 1' });
  const { text } = await service.call(`${EXPORT}&q=sum`, { token });
  assert.match(text, /,'@SUM\(A1\),"'=HYPERLINK\(""http:\/\/x""\)",.*,'\+385 91 1,/);
  const { text: forPeople } = await service.call(`${FOR_PEOPLE}&q=sum`, { token });
  assert.match(forPeople, /'@SUM\(A1\);"'=HYPERLINK\(""http:\/\/x""\)";/);
});

test('wide signs begin no formula, and a comma no cell where a program splits there too', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  await service.addPerson({ ime: '\uff1dSUM(A1)', prezime: 'Ana,=SUM(A1),' });
  assert.match((await service.call(`${EXPORT}&q=sum`, { token })).text, /,"Ana,=SUM\(A1\),",'\uff1dSUM\(A1\),/);
  assert.match((await service.call(`${FOR_PEOPLE}&q=sum`, { token })).text, /"Ana,=SUM\(A1\),";'\uff1dSUM\(A1\);/);
});

/** Letters, leading zeros and signs that spreadsheets are known to lose. */
const ODD = {
  ime: 'Đurđa; "Žuža"',
  prezime: 'Čćšž',
  email: 'durda@example.hr',
  telefon: '+385 91 234 5678',
  oib: '02345678903',
} as const;

test("the file for people opens correctly in a Croatian Excel, in the caller's language", async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  await service.addPerson(ODD);
  const { text, headers } = await service.call(`${FOR_PEOPLE}&q=durda`, { token });
  assert.equal(headers['content-disposition'], 'attachment; filename="ljudi-2026-03-01.csv"');
  const lines = [
    '\uFEFFPrezime;Ime;E-adresa;Telefon;OIB;Uloga;Status;Jezik;Savez ili klub;Drugi korak;Dodano;Zadnja prijava',
    'Čćšž;"Đurđa; ""Žuža""";durda@example.hr;"=""+385 91 234 5678""";"=""02345678903""";Član;Aktivan račun;hr;Savez;Nije uključen;01.03.2026. 11:00;',
  ];
  assert.equal(text, `${lines.join('\r\n')}\r\n`);
  const english = await service.call(`${FOR_PEOPLE}&q=durda&language=en`, { token });
  assert.equal(english.headers['content-disposition'], 'attachment; filename="people-2026-03-01.csv"');
  assert.match(english.text, /^\uFEFFSurname;First name;.*\r\n.*;Member;Active account;/);
});

test('a workbook has the same content, with times as real dates', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  await service.addPerson(ODD);
  const answer = await service.server.inject({
    url: '/api/admin/users/export?format=xlsx&q=durda',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="ljudi-2026-03-01.xlsx"');
  const files = unzipSync(answer.rawPayload);
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  for (const text of ['Prezime', 'Čćšž', 'Đurđa; "Žuža"', '+385 91 234 5678', '02345678903', 'Član'])
    assert.ok(texts.includes(text), `${text} in ${texts}`);
  const days = 46_082; // from 30 December 1899 to 1 March 2026
  assert.match(part('xl/worksheets/sheet1.xml'), new RegExp(`<v>${days}.4583`), 'by the clock of Zagreb');
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, Object(record?.meta).format], ['export.people', 'xlsx']);
});

test('managers get the OIB masked and cannot search by it; a member gets nothing', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'manager');
  const person = await service.addPerson({ prezime: 'Horvat', oib: OIB });
  const { text } = await service.call(`${EXPORT}&q=horvat`, { token });
  assert.ok(!text.includes(OIB) && text.includes('•••••••••30'), text);
  assert.deepEqual(linesOf((await service.call(`${EXPORT}&q=${OIB}`, { token })).text), []);
  await service.audit.forget();
  const own = await service.tokenOf(person.email);
  assert.equal((await service.call(EXPORT, { token: own })).status, 403);
  assert.deepEqual(await service.audit.actions(), []);
});

test('an export is recorded, without the searched text', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  await service.call(`${EXPORT}&q=${OIB}&role=member`, { token });
  const [record, ...others] = await service.audit.take();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [record?.action, record?.user_id, record?.meta],
    ['export.people', null, { format: 'csv', asked: { role: 'member', sort: 'name', searched: 'yes' } }],
  );
});

test('a list by name can start at a letter of the Croatian alphabet', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  for (const prezime of ['Cindrić', 'Čavić', 'Ćosić', 'Dabo', 'Džaja', 'Đurić']) await service.addPerson({ prezime });
  const list = async (query: string) => (await service.call(`GET /api/admin/users?${query}`, { token })).body;
  const names = (body: { items: { prezime: string }[] }) => body.items.map(({ prezime }) => prezime);
  assert.deepEqual(names(await list('from=%C4%8C&limit=3')), ['Čavić', 'Ćosić', 'Dabo']);
  assert.deepEqual(names(await list('from=D%C5%BE')), ['Džaja', 'Đurić', 'Zzz']);
  const begun = await list('from=%C4%86&limit=2');
  assert.deepEqual([names(begun), begun.total], [['Ćosić', 'Dabo'], 7]);
  assert.deepEqual(names(await list(`from=%C4%86&limit=2&cursor=${begun.next_cursor}`)), ['Džaja', 'Đurić']);
  assert.deepEqual(names(await list('from=%C4%86&q=d')), ['Dabo', 'Džaja', 'Đurić']);
  const refused = await service.call('GET /api/admin/users?from=A&sort=created', { token });
  assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['query', 'from']]);
});

test('a single surname sorts before a double one, with or without a hyphen', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  const people = ['Božić-Blažević Ana', 'Božićević Ana', 'Božić Zoran', 'Božić Blažević Iva', 'Božić Ana'];
  for (const name of people) {
    const [ime = '', ...surnames] = name.split(' ').reverse();
    await service.addPerson({ ime, prezime: surnames.reverse().join(' ') });
  }
  const { body } = await service.call('GET /api/admin/users?q=bozic', { token });
  assert.deepEqual(
    body.items.map(({ prezime, ime }: { prezime: string; ime: string }) => `${prezime} ${ime}`),
    ['Božić Ana', 'Božić Zoran', 'Božić-Blažević Ana', 'Božić Blažević Iva', 'Božićević Ana'],
  );
});

test('requested columns come in the order requested; an unknown one is refused, without an audit record', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin', ime: 'Iva', prezime: 'Anić' });
  const token = await service.tokenOf('uprava@example.hr');
  const file = await service.call('GET /api/admin/users/export?format=csv&columns=telefon,surname,email', { token });
  assert.equal(file.status, 200);
  assert.deepEqual(file.text.replace('\uFEFF', '').split(/\r?\n/).slice(0, 2), [
    'Telefon;Prezime;E-adresa',
    ';Anić;uprava@example.hr',
  ]);
  assert.deepEqual(await service.audit.actions(), ['export.people']);
  const wrong = await service.call('GET /api/admin/users/export?format=csv&columns=password_hash', { token });
  assert.equal(wrong.status, 422);
  assert.deepEqual(await service.audit.actions(), []);
});

test('the file has the state of invitations and second factors, with the texts of the page', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  for (const [prezime, invite] of [
    ['Anić', false],
    ['Babić', true],
  ] as const) {
    const body = { email: `${prezime.length}${invite}@example.hr`, ime: 'Iva', prezime, role: 'member', invite };
    assert.equal((await service.call('POST /api/admin/users', { token, body })).status, 201);
  }
  const taken = async (language: string) => {
    const query = `format=csv&q=iva&columns=surname,status,twoFactor&language=${language}`;
    return linesOf((await service.call(`GET /api/admin/users/export?${query}`, { token })).text);
  };
  assert.deepEqual(await taken('hr'), ['Anić;Bez pozivnice;Nije uključen', 'Babić;Pozivnica poslana;Nije uključen']);
  assert.deepEqual(await taken('en'), ['Anić;No invitation sent;Off', 'Babić;Invitation sent;Off']);
  service.clock.advance(days(8));
  const later = await service.tokenOf('admin@example.hr');
  const expired = `GET /api/admin/users/export?format=csv&q=babic&columns=status`;
  assert.deepEqual(linesOf((await service.call(expired, { token: later })).text), ['Pozivnica istekla']);
});
