// engine: both
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ARCHIVE, openArchiveFixture, smallPdf } from '../../../test/support/archive-fixture.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { documentsPersonalData } from './documents-room.ts';

const BROUGHT = {
  'layer-named-stream.pdf': 3,
  'second-generation.pdf': 3,
  'resources-with-count.pdf': 3,
  'pdf-attached.pdf': 2,
  'updated-in-object-stream.pdf': 1,
};

test('what people bring has the pages that its readers show', async (t) => {
  const { service, tokenFor, upload } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  for (const [name, pages] of Object.entries(BROUGHT)) {
    const { status, body } = await upload(token, readFileSync(new URL(`../../../test/pdf/${name}`, import.meta.url)));
    assert.deepEqual([status, body.pages], [201, pages], name);
  }
  const records = (await service.audit.take()).map(({ action }) => action);
  assert.deepEqual(
    records,
    Object.keys(BROUGHT).map(() => 'document.create'),
  );
});

test('a document is added, listed, shown, changed and deleted', async (t) => {
  const { service, tokenFor, upload, fetch, files } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  const bytes = smallPdf({ pages: 3 });
  const sha256 = hash('sha256', bytes);
  const added = await upload(token, bytes, { title: ' Statut  ', year: '2016', visibility: 'public', language: 'en' });
  assert.equal(added.status, 201);
  const expected = {
    id: 1,
    kind: 'document',
    year: 2016,
    title: 'Statut',
    federation: { id: 1, name: 'Savez' },
    language: 'en',
    pages: 3,
    size: bytes.length,
    sha256,
    visibility: 'public',
    created_at: new Date(service.clock.now()).toISOString(),
    url: '/api/documents/1/file',
    actions: [] as string[],
  };
  const managed = { ...expected, actions: ['edit', 'delete'] };
  assert.deepEqual(added.body, managed);
  assert.deepEqual(files().length, 1);
  assert.match(files()[0] ?? '', new RegExp(`^${sha256.slice(0, 2)}/${sha256}-[\\w-]+\\.pdf$`));
  assert.deepEqual((await service.call('GET /api/documents/1')).body, expected);
  assert.deepEqual((await service.call('GET /api/documents')).body, {
    items: [expected],
    total: 1,
    total_is_capped: false,
    limit: 50,
    next_cursor: null,
  });
  const changed = await service.call(`PUT ${ARCHIVE}/1`, { token, body: { title: 'Novi statut', year: null } });
  assert.deepEqual([changed.status, changed.body], [200, { ...managed, title: 'Novi statut', year: null }]);
  assert.equal((await service.call(`PUT ${ARCHIVE}/1`, { token, body: {} })).status, 200);
  const file = await fetch('/api/documents/1/file');
  assert.ok(file.rawPayload.equals(bytes));
  assert.equal((await service.call(`DELETE ${ARCHIVE}/1`, { token })).status, 204);
  for (const url of ['GET /api/documents/1', 'GET /api/documents/1/file'])
    assert.equal((await service.call(url)).status, 404, url);
  assert.equal((await service.call(`DELETE ${ARCHIVE}/1`, { token })).status, 404);
  assert.deepEqual(files(), []);
  const said = { id: 1, kind: 'document', sha256 };
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta]),
    [
      ['document.create', { ...said, year: 2016, title: 'Statut' }],
      ['document.update', { id: 1, changed: { title: 'Novi statut', year: null } }],
      ['document.delete', { ...said, year: null, title: 'Novi statut' }],
    ],
  );
});

test('documents are found by the beginnings of words, without diacritics, and by kind and year', async (t) => {
  const { service, tokenFor, upload } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  const titles = ['Pravilnik o zaštiti podataka', 'Pravilnik o natjecanjima', 'Đačka liga 100%', 'Godišnjak 2019.'];
  for (const [index, title] of titles.entries()) {
    const fields = {
      title,
      year: String(2016 + index),
      visibility: 'public',
      kind: index === 3 ? 'yearbook' : 'document',
    };
    assert.equal((await upload(token, smallPdf({ mark: title.slice(0, 5) }), fields)).status, 201);
  }
  const found = async (query: string): Promise<string[]> =>
    (await service.call(`GET /api/documents?${query}`)).body.items.map(({ title }: { title: string }) => title);
  assert.deepEqual(await found('q=ZASTITI%20prav'), [titles[0]]);
  assert.deepEqual(await found('q=pravilnik'), [titles[1], titles[0]]);
  assert.deepEqual(await found('q=djacka'), []);
  assert.deepEqual(await found('q=dacka'), [titles[2]]);
  for (const nothing of ['q=%25', 'q=__', "q='%20or%201", 'q=avilnik'])
    assert.deepEqual(await found(nothing), [], nothing);
  assert.equal((await found('q=')).length, 4);
  assert.deepEqual(await found('kind=yearbook'), [titles[3]]);
  assert.equal((await found('tenant_id=1')).length, 4);
  assert.deepEqual(await found('tenant_id=2'), []);
  assert.deepEqual(await found('year=2017'), [titles[1]]);
  assert.deepEqual(await found('q=2017'), [titles[1]], 'a year is found as it is said');
  assert.deepEqual(await found('q=2019%20god'), [titles[3]]);
  assert.deepEqual(await found('q=201'), [titles[3]], 'the beginning of a year is a word of the title alone');
  const first = (await service.call('GET /api/documents?limit=3')).body;
  assert.deepEqual([first.items.length, first.total], [3, 4]);
  assert.deepEqual(await found(`limit=3&cursor=${first.next_cursor}`), [titles[0]]);
  for (const query of ['limit=0', 'kind=letter', 'year=x', 'cursor=x'])
    assert.equal((await service.call(`GET /api/documents?${query}`)).status, 422, query);
  assert.equal((await service.call(`GET /api/yearbooks?cursor=${first.next_cursor}`)).status, 422);
});

test('only the publisher has yearbooks, one a year', async (t) => {
  const { service, tokenFor, upload } = await openArchiveFixture(t);
  const club = await service.addTenant('Klub');
  const [admin, other, superadmin] = [
    await tokenFor('admin'),
    await tokenFor('admin', club.id),
    await tokenFor('superadmin'),
  ];
  const fields = { kind: 'yearbook', visibility: 'public' };
  for (const year of ['2018', '2019'])
    assert.equal(
      (await upload(admin, smallPdf({ mark: year }), { ...fields, year, title: `Godišnjak ${year}.` })).status,
      201,
    );
  assert.equal((await upload(admin, smallPdf(), fields)).status, 422);
  const again = await upload(admin, smallPdf(), { ...fields, year: '2019' });
  assert.deepEqual([again.status, again.body.code], [409, 'documents.year_taken']);
  const theirs = await upload(other, smallPdf(), { ...fields, year: '2020' });
  assert.deepEqual([theirs.status, theirs.body.code], [409, 'documents.not_publisher']);
  const list = (await service.call('GET /api/yearbooks')).body;
  assert.deepEqual(
    list.items.map(({ year }: { year: number }) => year),
    [2019, 2018],
  );
  const next = (await service.call('GET /api/yearbooks?limit=1')).body;
  const rest = (await service.call(`GET /api/yearbooks?limit=1&cursor=${next.next_cursor}`)).body;
  assert.deepEqual([next.items[0].year, rest.items[0].year, rest.next_cursor], [2019, 2018, null]);
  assert.equal((await service.call(`PUT ${ARCHIVE}/1`, { token: admin, body: { year: 2019 } })).status, 409);
  assert.equal((await service.call(`PUT ${ARCHIVE}/1`, { token: admin, body: { year: null } })).status, 422);
  for (const year of ['2020', '1500', '2500', '0', '-1', '99999999999', '9'.repeat(30), '9'.repeat(190)])
    assert.equal((await service.call(`GET /api/yearbooks/${year}/pdf`)).status, 404, year);
  for (const text of ['abc', '2019.5', '2019a'])
    assert.equal((await service.call(`GET /api/yearbooks/${text}/pdf`)).status, 422, text);
  assert.equal((await service.call('GET /api/yearbooks/2019/pdf')).status, 200);
  assert.equal((await service.call(`DELETE ${ARCHIVE}/2`, { token: admin })).status, 204);
  assert.equal((await service.call('GET /api/yearbooks/2019/pdf')).status, 404);
  assert.equal((await upload(admin, smallPdf({ mark: 'new' }), { ...fields, year: '2019' })).status, 201);
  const marked = await service.call(`PUT /api/admin/tenants/${club.id}`, {
    token: superadmin,
    body: { publisher: true },
  });
  assert.equal(marked.status, 200, marked.text);
  assert.equal((await upload(other, smallPdf(), { ...fields, year: '2020' })).status, 201);
  assert.equal((await service.call('GET /api/yearbooks')).body.total, 1);
});

test('who added a document is exported and erased, and the document stays', async (t) => {
  const { service, tokenFor, upload } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  await upload(token, smallPdf(), { visibility: 'public' });
  const { read } = service.database;
  const created_at = nowOf(service.clock);
  const entry = { id: 1, title: 'Statut', created_at, deleted_at: null };
  assert.deepEqual(structuredClone(await documentsPersonalData.exportOf(read, 1)), { documents: [entry] });
  for (let turn = 0; turn < 2; turn++)
    await service.database.transaction((tx) => documentsPersonalData.erase(tx, 1, created_at));
  assert.deepEqual(await documentsPersonalData.exportOf(read, 1), { documents: [] });
  assert.equal((await service.call('GET /api/documents/1')).status, 200);
});
