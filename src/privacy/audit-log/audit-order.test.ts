// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

test('the log is listed in both orders, page by page; its file has the same order, with texts beside codes', async (t) => {
  const service = await startTestService(t);
  const email = 'uprava@example.hr';
  await service.addPerson({ email, role: 'admin', ime: 'Uprava', prezime: 'Savez' });
  const token = await service.tokenOf(email);
  for (let number = 0; number < 4; number++) {
    service.clock.advance(minutes(1));
    const body = { email: `a${number}@example.hr`, ime: 'Iva', prezime: `Iv ${number}`, role: 'member' };
    assert.equal((await service.call('POST /api/admin/users', { token, body })).status, 201);
  }
  const list = async (query: string) => (await service.call(`GET /api/admin/audit?${query}`, { token })).body;
  const idsOf = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id);
  for (const filter of ['', '&q=user.create', '&grouped=1']) {
    const rising = idsOf(await list(`sort=created${filter}`));
    assert.deepEqual(rising.toReversed(), idsOf(await list(`sort=-created${filter}`)), filter);
    assert.deepEqual(
      rising,
      rising.toSorted((one, other) => one - other),
    );
    const first = await list(`sort=created&limit=3${filter}`);
    const second = await list(`sort=created&limit=3&cursor=${first.next_cursor}${filter}`);
    assert.deepEqual([...idsOf(first), ...idsOf(second)], rising.slice(0, 6), filter);
    const foreign = await service.call(`GET /api/admin/audit?cursor=${first.next_cursor}${filter}`, { token });
    assert.equal(foreign.status, 422, 'a cursor belongs to its order');
  }
  const file = async (query: string) =>
    linesOf((await service.call(`GET /api/admin/audit/export?format=csv&action=user.invite&${query}`, { token })).text);
  const [head, first, ...rest] = await file('');
  assert.equal(head, 'Vrijeme;Tko;Radnja;Oznaka;O kome;IP-adresa;Uređaj;Pojedinosti;Broj zapisa');
  assert.match(first ?? '', /^01\.03\.2026\. 11:04;Uprava Savez;Poslana pozivnica;user\.invite;Iva Iv 3;/);
  assert.equal(rest.length, 3, 'the newest first');
  const [english, oldest] = await file('sort=created&language=en');
  assert.equal(english, 'Time;Who;Action;Code;About;IP address;Device;Details;Record');
  assert.match(oldest ?? '', /^01\.03\.2026\. 11:01;Uprava Savez;Invitation sent;user\.invite;Iva Iv 0;/);
  assert.equal((await file('columns=about,at'))[1], 'Iva Iv 3;01.03.2026. 11:04');
  const details = async (language: 'hr' | 'en') =>
    linesOf(
      (
        await service.call(
          `GET /api/admin/audit/export?format=csv&columns=details&sort=created&action=user.create,login.fail&language=${language}`,
          { token },
        )
      ).text,
    );
  await service.call('POST /api/auth/login', { body: { email, password: 'pogrešna lozinka' } });
  assert.deepEqual((await details('hr')).slice(-2), ['Član', '"pogrešna lozinka, 1. pokušaj"']);
  assert.deepEqual((await details('en')).slice(-2), ['Member', '"wrong password, attempt 1"']);
  const lines = (await service.call('GET /api/admin/audit/export?format=jsonl&action=login.fail', { token })).text;
  assert.match(lines, /\\"fail_count\\":1/, 'programs read what was recorded');
  const plain = await service.call('GET /api/admin/audit/export?format=csv&raw=1', { token });
  assert.doesNotMatch(plain.text, /Poslana pozivnica/, 'programs read codes');
});
