// engine: both

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addMembershipFor } from '../../../test/support/add-membership.ts';
import { type ImportFixture, openImportFixture } from '../../../test/support/import-fixture.ts';
import { setRole } from '../../../test/support/set-role.ts';
import { days, minutes } from '../../platform/kernel/durations.ts';

const FILE = [
  'email,ime,prezime,telefon,oib,jezik',
  'ana@example.hr,Ana,Novak,091 111 2222,,en', // a new surname and language; a telephone
  'iva@example.hr,Iva,Ivić,,,', // as she is
  'nova@example.hr,Nova,Nović,,,', // new
  'drugi@example.hr,Marko,Marić,099 333 4444,69435151530,', // another address: known by the OIB
  'eva@example.hr,Eva,Ević,slova,,', // wrong, yet listed
  'uprava@example.hr,Uprava,Kluba,,,', // an administrator, whom an administrator may not change
].join('\n');

async function openClub(t: Parameters<typeof openImportFixture>[0]) {
  const fixture = await openImportFixture(t);
  const { service } = fixture;
  const add = (email: string, ime: string, prezime: string, more = {}) =>
    service.addPerson({ email, ime, prezime, telefon: '', role: 'member', ...more });
  const people = {
    ana: await add('ana@example.hr', 'Ana', 'Anić', { telefon: '01 222 333' }),
    iva: await add('iva@example.hr', 'Iva', 'Ivić', { telefon: '01 999 999', preferred_language: 'en' }),
    marko: await add('marko@example.hr', 'Marko', 'Marić', { oib: '69435151530' }),
    eva: await add('eva@example.hr', 'Eva', 'Ević'),
    lani: await add('lani@example.hr', 'Lana', 'Lanić'),
    uprava: await add('uprava@example.hr', 'Uprava', 'Kluba', { role: 'admin' }),
  };
  await service.audit.actions();
  return { ...fixture, people };
}

const person = async ({ service, admin }: ImportFixture, id: number) => {
  const { body } = await service.call(`GET /api/admin/users/${id}`, { token: admin });
  const { email, ime, prezime, full_name, telefon, oib, preferred_language } = body;
  return { email, ime, prezime, full_name, telefon, oib, preferred_language };
};

test('who exists gets what the file says otherwise, cell by cell, and has it back when it is undone', async (t) => {
  const fixture = await openClub(t);
  const { service, run, rows, admin, people } = fixture;
  const before = await Promise.all(Object.values(people).map(({ id }) => person(fixture, id)));
  const check = await run(FILE, { query: '?dry_run=1&update=1' });
  const figures = ({ created, updated, skipped, failed }: Record<string, number>) => [
    created,
    updated,
    skipped,
    failed,
  ];
  assert.deepEqual([check.update, ...figures(check)], [true, 1, 2, 2, 1]);
  const planned = (await rows(check.id)).map(({ line, outcome, user_id, reason, changes }) => [
    line,
    outcome,
    user_id,
    reason,
    changes,
  ]);
  const ana = [
    { field: 'prezime', before: 'Anić', after: 'Novak' },
    { field: 'telefon', before: '01 222 333', after: '091 111 2222' },
    { field: 'preferred_language', before: 'hr', after: 'en' },
  ];
  const marko = [{ field: 'telefon', before: '', after: '099 333 4444' }];
  assert.deepEqual(planned, [
    [6, 'failed', people.eva.id, 'phone', undefined],
    [3, 'skipped', people.iva.id, 'same', undefined],
    [7, 'skipped', null, 'exists', undefined],
    [2, 'updated', people.ana.id, null, ana],
    [5, 'updated', people.marko.id, 'other_address', marko],
    [4, 'created', null, null, undefined],
  ]);
  assert.deepEqual(await Promise.all(Object.values(people).map(({ id }) => person(fixture, id))), before);
  await service.audit.actions();

  const queued = await service.call(`POST /api/admin/imports/${check.id}/run`, { token: admin, body: {} });
  assert.equal(queued.status, 202, queued.text);
  await service.imports.runDue();
  const { id } = queued.body;
  const done = (await service.call(`GET /api/admin/imports/${id}`, { token: admin })).body;
  assert.deepEqual([done.status, ...figures(done)], ['completed', 1, 2, 2, 1]);
  assert.deepEqual(await service.audit.actions(), [
    'import.start',
    'user.create',
    'user.update',
    'user.update',
    'import.finish',
  ]);
  assert.deepEqual(await person(fixture, people.ana.id), {
    ...before[0],
    prezime: 'Novak',
    full_name: 'Ana Novak',
    telefon: '091 111 2222',
    preferred_language: 'en',
  });
  assert.deepEqual(await person(fixture, people.iva.id), before[1]);
  assert.deepEqual(await person(fixture, people.marko.id), { ...before[2], telefon: '099 333 4444' });
  const found = await service.call('GET /api/admin/users?q=novak', { token: admin });
  assert.deepEqual(
    found.body.items.map((one: { id: number }) => one.id),
    [people.ana.id],
  );
  // The plan of the check was content of its file, and went with it.
  assert.ok((await rows(check.id)).every(({ changes }) => changes === undefined));

  // Marko's telephone is changed since: he stays as he is.
  service.clock.advance(minutes(2));
  await service.call(`PUT /api/admin/users/${people.marko.id}`, { token: admin, body: { telefon: '01 1' } });
  const preview = await service.call(`GET /api/admin/imports/${id}/undo`, { token: admin });
  assert.deepEqual(preview.body, {
    removable: 1,
    restorable: 1,
    kept: 1,
    people: [{ user_id: people.marko.id, line: 5, full_name: 'Marko Marić', why: 'changed' }],
  });
  await service.audit.actions();
  const undo = await service.call(`POST /api/admin/imports/${id}/undo`, { token: admin });
  assert.equal(undo.status, 202, undo.text);
  await service.imports.runDue();
  const undone = (await service.call(`GET /api/admin/imports/${id}`, { token: admin })).body;
  assert.deepEqual([undone.status, undone.undone, undone.restored, undone.kept], ['undone', 1, 1, 1]);
  assert.deepEqual(await service.audit.actions(), ['user.delete', 'user.update', 'import.undo']);
  assert.deepEqual(await person(fixture, people.ana.id), before[0]);
  assert.equal((await person(fixture, people.marko.id)).telefon, '01 1');
  const { body: list } = await service.call(`GET /api/admin/imports/${id}/rows?limit=1`, { token: admin });
  assert.equal(list.total, 6);
});

test('without the choice nobody who exists is touched', async (t) => {
  const fixture = await openClub(t);
  const before = await person(fixture, fixture.people.ana.id);
  const done = await fixture.run(FILE);
  assert.deepEqual([done.update, done.created, done.updated, done.skipped], [false, 2, 0, 3]);
  assert.deepEqual(await person(fixture, fixture.people.ana.id), before);
});

test('a check can be made again with the other choice, and two rows about one person are told', async (t) => {
  const fixture = await openClub(t);
  const { service, run, rows, admin } = fixture;
  const twice = 'email,telefon,oib\nmarko@example.hr,01 111,\nx@example.hr,01 222,69435151530\n';
  const check = await run(twice, { query: '?dry_run=1' });
  assert.deepEqual([check.created, check.skipped], [1, 1]);
  const again = await service.call(`POST /api/admin/imports/${check.id}/check`, {
    token: admin,
    body: { update: true },
  });
  assert.equal(again.status, 202, again.text);
  await service.imports.runDue();
  assert.deepEqual(
    (await rows(again.body.id)).map(({ line, outcome, reason }) => [line, outcome, reason]),
    [
      [3, 'failed', 'same_person'],
      [2, 'updated', null],
    ],
  );
});

test('those whom no row is about can be acted on; a wrong row is about somebody too', async (t) => {
  const fixture = await openClub(t);
  const { service, run, admin, people } = fixture;
  const done = await run(FILE, { query: '?update=1' });
  const query = `missing_from=${done.id}&role=member`;
  const selection = await service.call(`GET /api/admin/users/selection?${query}`, { token: admin });
  assert.equal(selection.body.total, 1, selection.text);
  const body = { filter: { missing_from: done.id, role: 'member' }, expected_total: 1, action: 'suspend' };
  const started = await service.call('POST /api/admin/users/bulk', { token: admin, body });
  assert.equal(started.status, 202, started.text);
  await service.bulkActs.runDue();
  const { body: report } = await service.call(`GET /api/admin/bulk-acts/${started.body.id}/rows`, { token: admin });
  assert.deepEqual(
    report.items.map((one: { user_id: number; outcome: string }) => [one.user_id, one.outcome]),
    [[people.lani.id, 'done']],
  );
  const plain = await run('email\nx@example.hr\n');
  const unknown = await service.call(`GET /api/admin/users/selection?missing_from=${plain.id}`, { token: admin });
  assert.equal(unknown.status, 404);
});

test('what was changed is told to its owner, and blanked after 90 days, when it stays for good', async (t) => {
  const fixture = await openClub(t);
  const { service, run, rows, admin, people } = fixture;
  const done = await run(FILE, { query: '?update=1' });
  const told = await service.call(`GET /api/admin/gdpr/users/${people.marko.id}/export`, { token: admin });
  assert.deepEqual(told.body.created_by_imports[0].changes, [{ field: 'telefon', before: '', after: '099 333 4444' }]);
  service.clock.advance(days(91));
  const token = await service.tokenOf((await service.addPerson({ role: 'admin', email: 'kasnije@example.hr' })).email);
  await service.keepRetention();
  assert.ok((await rows(done.id, token)).every(({ changes }) => changes === undefined));
  const preview = await service.call(`GET /api/admin/imports/${done.id}/undo`, { token });
  assert.deepEqual([preview.body.restorable, preview.body.kept], [0, 2]);
});

test('who was promoted, or changed, while the rows were read is decided by what they are when they are changed', async (t) => {
  const fixture = await openClub(t);
  const { service, admin, people, run } = fixture;
  const { id: check } = await run(FILE, { query: '?dry_run=1&update=1' });
  const queued = await service.call(`POST /api/admin/imports/${check}/run`, { token: admin, body: {} });
  const { imported } = await service.database.transaction(async (tx) => {
    await setRole(tx, 'admin', [people.ana.id]);
    await tx.updateTable('users').set({ telefon: '01 777 777' }).where('id', '=', people.marko.id).execute();
    await service.audit.actions();
    const imported = service.imports.runDue();
    await pause(500); // the rows are read before this is committed
    return { imported };
  });
  await imported;
  const { prezime } = await person(fixture, people.ana.id);
  assert.equal(prezime, 'Anić', 'an administrator is not changed by an administrator');
  assert.equal((await person(fixture, people.marko.id)).telefon, '099 333 4444');
  const updates = (await service.audit.take()).filter(({ action }) => action === 'user.update');
  assert.deepEqual(
    updates.map(({ user_id }) => user_id),
    [people.marko.id],
  );
  assert.equal((await service.call(`POST /api/admin/imports/${queued.body.id}/undo`, { token: admin })).status, 202);
  await service.imports.runDue();
  assert.equal((await person(fixture, people.marko.id)).telefon, '01 777 777', 'given back as it was');
});

test('who is in another club too is not changed by either, nor given back what an import changed before', async (t) => {
  const fixture = await openClub(t);
  const { service, admin, people, run, rows } = fixture;
  const { id: other } = await service.addTenant('Drugi klub');
  const join = (userId: number) => addMembershipFor(service, { userId, tenantId: other, role: 'manager' });
  await join(people.ana.id);
  const done = await run(FILE, { query: '?update=1' });
  assert.deepEqual([done.created, done.updated, done.skipped, done.failed], [1, 1, 3, 1]);
  assert.equal((await person(fixture, people.ana.id)).prezime, 'Anić');
  const told = (await rows(done.id)).map(({ user_id, outcome }) => [user_id, outcome]);
  assert.ok(!told.some(([id, outcome]) => id === people.ana.id && outcome === 'updated'));
  await join(people.marko.id);
  const preview = await service.call(`GET /api/admin/imports/${done.id}/undo`, { token: admin });
  assert.deepEqual([preview.body.removable, preview.body.restorable, preview.body.kept], [1, 0, 1]);
  assert.deepEqual(
    preview.body.people.map((one: { user_id: number; why: string }) => [one.user_id, one.why]),
    [[people.marko.id, 'role']],
  );
  assert.equal((await service.call(`POST /api/admin/imports/${done.id}/undo`, { token: admin })).status, 202);
  await service.imports.runDue();
  assert.equal((await person(fixture, people.marko.id)).telefon, '099 333 4444');
});
