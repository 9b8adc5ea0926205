// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { changeProfile } from '../users/change-profile.ts';
import { createUsers } from '../users/create-users.ts';
import { preparePerson } from '../users/person-to-create.ts';
import type { User } from '../users/user.ts';
import { phoneParts, searchWords } from '../users/user-words.ts';
import { PEOPLE_BOUNDS } from './people-bounds.ts';
import { listPeople, type PeopleFilter } from './people-store.ts';

const PHONES = [
  '+385 91 234 5678',
  '00385 98/765-43-21',
  '099 1112223',
  '01 4567 890',
  '+43 664 1234567',
  '+1 (555) 010-9912-34',
  '112',
  '',
];
const BOUNDS = [
  PEOPLE_BOUNDS,
  { few: 0, named: 0, met: 10_000, walked: 10_000, cap: 100 },
  { few: 0, named: 100, met: 10_000, walked: 10_000, cap: 100 },
  { few: 0, named: 0, met: 0, walked: 2, cap: 100 },
];

/** The national number, as people know it. */
const digitsOf = (telefon: string): string => telefon.replace(/\D/g, '').replace(/^(00)?385/, '0');

test('any three or more consecutive digits of a number find it, with every algorithm', async (t) => {
  const service = await startTestService(t);
  const people: User[] = [];
  for (const [index, telefon] of PHONES.entries())
    people.push(
      await service.addPerson({ email: `osoba${index}@klub.example`, ime: 'Ana', prezime: 'Horvat', telefon }),
    );
  const { read } = service.database;
  const page = { sort: 'name', after: undefined, limit: 50, at: nowOf(service.clock) } as const;
  const having = (part: string) => people.filter(({ telefon }) => digitsOf(telefon).includes(part)).map(({ id }) => id);
  const asked = new Set<string>();
  for (const telefon of PHONES) {
    const digits = digitsOf(telefon);
    for (let from = 0; from < digits.length; from++)
      for (const to of [from + 3, from + 4, digits.length])
        if (to - from >= 3 && to <= digits.length) asked.add(digits.slice(from, to));
  }
  for (const part of [...asked, '000', '123456789'])
    for (const bounds of BOUNDS)
      for (const rest of [{}, { tenantId: 1, role: 'member' }] as const) {
        const filter: PeopleFilter = { tenantId: undefined, ...rest, words: searchWords(part) };
        const { rows, counted } = await listPeople(read, filter, page, bounds);
        const what = JSON.stringify({ part, bounds, rest });
        assert.deepEqual(
          rows.map(({ id }) => id).sort((one, other) => one - other),
          having(part),
          what,
        );
        if (bounds.met > 0) assert.equal(counted, having(part).length, what);
      }
});

test('a number is found in any usual notation', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin', ime: 'Vesna', prezime: 'Glavna' });
  const { id } = await service.addPerson({ ime: 'Ana', prezime: 'Horvat', telefon: '+385 91 234 5678' });
  const token = await service.tokenOf('glavna@example.hr');
  const found = async (q: string) => {
    const { status, body } = await service.call(`GET /api/admin/users?q=${encodeURIComponent(q)}`, { token });
    assert.equal(status, 200);
    return body.items.map((item: { id: number }) => item.id);
  };
  for (const q of ['234', '+385 91 23', '00385 91 234', '091 234', '91/234-56', '345 678', '5678 horvat', 'ana 912'])
    assert.deepEqual(await found(q), [id], q);
  for (const q of ['235', '56', '678 vesna', '56789']) assert.deepEqual(await found(q), [], q);
});

test('imported people are indexed like those created one by one, and reindexed after a change', async (t) => {
  const service = await startTestService(t);
  const { database, clock } = service;
  const at = nowOf(clock);
  const people = PHONES.map((telefon, index) =>
    preparePerson({
      tenantId: 1,
      email: `osoba${index}@klub.example`,
      ime: 'Ana',
      prezime: 'Horvat',
      telefon,
      role: 'member',
      status: 'invited',
      passwordHash: null,
    }),
  );
  const meta = { import_id: 1 };
  const created = await database.transaction((tx) =>
    createUsers(tx, byOperator(['user.create'], at), people, { mustChoosePassword: false, meta }),
  );
  const partsOf = async (id: number) => {
    const listed = database.read.selectFrom('user_words').select('word').where('user_id', '=', id);
    return (await listed.where('word', 'like', '@%').execute()).map(({ word }) => word).sort();
  };
  for (const { id, phone_digits } of created) assert.deepEqual(await partsOf(id), phoneParts(phone_digits).sort());
  const [{ id = 0 } = {}] = created;
  await database.transaction((tx) => changeProfile(tx, id, { telefon: '098 111 222' }, { at, without: 'more power' }));
  assert.deepEqual(await partsOf(id), ['@11222', '@222', '@8111222']);
});
