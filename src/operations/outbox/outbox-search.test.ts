// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { matchingPeople } from '../../accounts/people-search/matching-people.ts';
import { listInvitations } from '../../people/invitations/list-invitations.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { listMails } from '../../platform/mail/listed-mails-store.ts';

const PEOPLE = [
  { email: 'durda.cavic@klub.hr', ime: 'Đurđa', prezime: 'Čavić', telefon: '+385 91 234 5678' },
  { email: 'marko@klub.hr', ime: 'Marko', prezime: 'Čavić-Horvat', telefon: '' },
  { email: 'ana@drugi.hr', ime: 'Ana', prezime: 'Horvat', telefon: '' },
];

async function invited(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  await service.addTenant('Klub');
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin', ime: 'Vesna', prezime: 'Glavna' });
  await service.addPerson({ email: 'tajnica@example.hr', role: 'admin', ime: 'Tea', prezime: 'Tajnić' });
  const token = await service.tokenOf('glavna@example.hr');
  for (const [index, person] of PEOPLE.entries()) {
    const body = { ...person, role: 'member', tenant_id: index === 2 ? 2 : 1 };
    assert.equal((await service.call('POST /api/admin/users', { token, body })).status, 201);
  }
  return { service, token, office: await service.tokenOf('tajnica@example.hr') };
}

const FOUND: readonly (readonly [string, readonly string[]])[] = [
  ['cav', ['marko@klub.hr', 'durda.cavic@klub.hr']],
  ['Đurđa', ['durda.cavic@klub.hr']],
  ['horvat', ['ana@drugi.hr', 'marko@klub.hr']],
  ['horvat marko', ['marko@klub.hr']],
  ['DURDA.cav', ['durda.cavic@klub.hr']],
  ['ana@dr', ['ana@drugi.hr']],
  ['345', ['durda.cavic@klub.hr']],
  ['klub', ['marko@klub.hr', 'durda.cavic@klub.hr']],
  ['nema', []],
  ['-', []],
];

test('invitations and mails are found like people, and by the beginning of the address', async (t) => {
  const { service, token, office } = await invited(t);
  const found = async (path: string, q: string, as = token) => {
    const { status, body } = await service.call(`GET /api/admin/${path}q=${encodeURIComponent(q)}`, { token: as });
    assert.equal(status, 200);
    assert.deepEqual([body.total, body.total_is_capped, body.next_cursor], [body.items.length, false, null], q);
    return body.items.map((item: { email?: string; to_address?: string }) => item.email ?? item.to_address);
  };
  for (const [q, emails] of FOUND) {
    assert.deepEqual(await found('invitations?', q), emails, `invitations ${q}`);
    assert.deepEqual(await found('mails?', q), emails, `mails ${q}`);
    const own = emails.filter((email) => email !== 'ana@drugi.hr');
    assert.deepEqual(await found('invitations?', q, office), own, `invitations of the office ${q}`);
    assert.deepEqual(await found('mails?', q, office), own, `mails of the office ${q}`);
  }
  assert.deepEqual(await found('mails?state=sent&', 'horvat'), []);
  assert.deepEqual(await found('invitations?tenant_id=2&', 'horvat'), ['ana@drugi.hr']);
  assert.deepEqual(await found('invitations?state=used&', 'horvat'), []);
});

test('both lists start with the newest or the oldest, page by page', async (t) => {
  const { service, token } = await invited(t);
  const page = async (path: string) => {
    const { status, body, text } = await service.call(`GET /api/admin/${path}`, { token });
    assert.equal(status, 200, text);
    const shown = body.items.map((item: { email?: string; to_address?: string }) => item.email ?? item.to_address);
    return [shown, body.next_cursor] as const;
  };
  const [durda, marko, ana] = PEOPLE.map(({ email }) => email);
  for (const path of ['invitations', 'mails']) {
    assert.deepEqual((await page(path))[0], [ana, marko, durda], path);
    assert.deepEqual((await page(`${path}?sort=-created`))[0], [ana, marko, durda], path);
    const [first, cursor] = await page(`${path}?sort=created&limit=2`);
    assert.deepEqual(first, [durda, marko], path);
    assert.deepEqual(await page(`${path}?sort=created&limit=2&cursor=${cursor}`), [[ana], null], path);
    const other = await service.call(`GET /api/admin/${path}?limit=2&cursor=${cursor}`, { token });
    assert.equal(other.status, 422, 'a cursor of the other order');
    assert.equal((await service.call(`GET /api/admin/${path}?sort=email`, { token })).status, 422);
    assert.deepEqual((await page(`${path}?sort=created&q=horvat`))[0], [marko, ana], path);
  }
});

test("a mail sent to a person's former address is found by both addresses", async (t) => {
  const { service, token } = await invited(t);
  const mails = service.database.read.selectFrom('mails').select('id').where('to_address', '=', 'ana@drugi.hr');
  const { id } = await mails.executeTakeFirstOrThrow();
  await service.database.transaction((tx) =>
    tx.updateTable('mails').set({ to_address: 'stara.adresa@x.hr' }).where('id', '=', id).execute(),
  );
  for (const q of ['stara.a', 'ana@drugi', 'Horvat Ana']) {
    const { body } = await service.call(`GET /api/admin/mails?q=${encodeURIComponent(q)}`, { token });
    assert.deepEqual(
      body.items.map((item: { id: number }) => item.id),
      [id],
      q,
    );
  }
});

test('searches that match many people give the same list', async (t) => {
  const { service } = await invited(t);
  const { read } = service.database;
  const at = nowOf(service.clock);
  const page = { first: 'newest', after: undefined, limit: 50 } as const;
  for (const [q, emails] of FOUND)
    for (const few of [0, 2000]) {
      const recipients = await matchingPeople(read, q, { tenantId: undefined }, few);
      const sought = { toBegins: q.toLowerCase(), recipients };
      const { rows, searchedTo } = await listMails(read, { tenantId: undefined, sought }, page, 10_001);
      assert.deepEqual(
        rows.map(({ to_address }) => to_address),
        emails,
        `${q} ${few}`,
      );
      assert.equal(searchedTo, undefined);
    }
  const wanted = { state: 'pending', tenantId: undefined, at, sort: '-created', cursor: undefined, limit: 1 } as const;
  const first = await listInvitations(read, { ...wanted, q: 'klub' }, 0);
  assert.deepEqual(
    [first.rows.map(({ email }) => email), first.isUncounted],
    [['marko@klub.hr', 'durda.cavic@klub.hr'], true],
  );
  const oldest = await listInvitations(read, { ...wanted, sort: 'created', q: 'klub' }, 0);
  assert.deepEqual(
    oldest.rows.map(({ email }) => email),
    ['durda.cavic@klub.hr', 'marko@klub.hr'],
  );
  for (const few of [0, 2000]) {
    const { rows, counted } = await listInvitations(read, { ...wanted, sort: 'name', q: 'klub' }, few);
    assert.equal(counted, rows.length);
    assert.deepEqual(
      new Set(rows.map(({ email }) => email)),
      new Set(['durda.cavic@klub.hr', 'marko@klub.hr']),
      `by name, ${few}`,
    );
  }
});
