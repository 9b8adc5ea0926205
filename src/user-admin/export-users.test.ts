import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../test/support/test-service.ts';

const EXPORT = 'GET /api/admin/users/export?format=csv';
const OIB = '69435151530';

async function tokenOf(service: TestService, role: 'admin' | 'manager'): Promise<string> {
  const email = `${role}@example.hr`;
  await service.addPerson({ email, role, prezime: 'Zzz' });
  return service.tokenOf(email);
}

/** The lines of the file without its head. */
const linesOf = (text: string): string[] => text.trim().split('\r\n').slice(1);
const surnames = (text: string): string[] => linesOf(text).map((line) => line.split(',')[1] ?? '');

test('the people of a list come as a file, in its order and with its filters', async (t) => {
  const service = await startTestService(t);
  const token = await tokenOf(service, 'admin');
  for (const prezime of ['Čavić', 'Ljubić', 'Lukić']) await service.addPerson({ prezime });
  await service.addPerson({ prezime: 'Horvat', status: 'suspended' });
  const { status, text, headers } = await service.call(EXPORT, { token });
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(headers['content-disposition']), /^attachment; filename="ljudi-\d{4}-\d\d-\d\d\.csv"$/);
  assert.ok(text.startsWith('\uFEFFid,prezime,ime,email,'), 'with the mark that spreadsheets look for');
  assert.deepEqual(surnames(text), ['Čavić', 'Horvat', 'Lukić', 'Ljubić', 'Zzz']);
  const some = await service.call(`${EXPORT}&status=suspended`, { token });
  assert.deepEqual(surnames(some.text), ['Horvat']);
  const found = await service.call(`${EXPORT}&q=lj&sort=-name`, { token });
  assert.deepEqual(surnames(found.text), ['Ljubić']);
  const nobody = await service.call(`${EXPORT}&q=%2B`, { token });
  assert.deepEqual(surnames(nobody.text), []);
});

test('a list longer than what is taken at once comes whole, each person once', async (t) => {
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
});

test('managers get the OIB masked and find nobody by it; a member gets nothing', async (t) => {
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

test('that a list was taken is on record, without what was searched for', async (t) => {
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

test('a list by name begins at a letter of the Croatian alphabet, and goes on from there', async (t) => {
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
