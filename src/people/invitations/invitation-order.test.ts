// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const PEOPLE = ['Žarko', 'Čedo', 'Ana', 'Ćiro', 'Luka', 'Ljubo'];

test('invitations are listed by name in Croatian order and by expiry, page by page, in both directions', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const token = await service.tokenOf('uprava@example.hr');
  for (const prezime of PEOPLE) {
    const body = {
      email: `${prezime.length}${PEOPLE.indexOf(prezime)}@example.hr`,
      ime: 'Iva',
      prezime,
      role: 'member',
    };
    assert.equal((await service.call('POST /api/admin/users', { token, body })).status, 201);
    service.clock.advance(minutes(1));
  }
  const list = async (query: string) => {
    const { status, body } = await service.call(`GET /api/admin/invitations?${query}`, { token });
    assert.equal(status, 200, query);
    return body;
  };
  const whole = async (query: string) => {
    const names: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await list(`limit=2&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      assert.equal(page.total, PEOPLE.length);
      for (const { full_name } of page.items) names.push(full_name.replace('Iva ', ''));
      if (page.next_cursor === null) return names;
      cursor = page.next_cursor;
    }
  };
  const byName = ['Ana', 'Čedo', 'Ćiro', 'Luka', 'Ljubo', 'Žarko'];
  assert.deepEqual(await whole('sort=name'), byName);
  assert.deepEqual(await whole('sort=-name'), byName.toReversed());
  assert.deepEqual(await whole('sort=expires'), PEOPLE);
  assert.deepEqual(await whole('sort=-expires'), PEOPLE.toReversed());
  assert.deepEqual(await whole('sort=name&q=iva'), byName, 'the same of those who were searched for');
  const { next_cursor } = await list('limit=2&sort=name');
  const other = await service.call(`GET /api/admin/invitations?limit=2&sort=-name&cursor=${next_cursor}`, { token });
  assert.deepEqual([other.status, other.body.detail[0].loc], [422, ['query', 'cursor']]);
  const unknown = await service.call('GET /api/admin/invitations?sort=email', { token });
  assert.equal(unknown.status, 422);
  const [first] = (await list('limit=1&sort=name')).items;
  assert.equal('sort_key' in first, false, 'what it is ordered by is not told');
});
