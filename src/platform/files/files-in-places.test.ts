import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { openArchiveFixture, smallPdf } from '../../../test/support/archive-fixture.ts';
import { openAvatarFixture, picture } from '../../../test/support/avatar-fixture.ts';
import { startBucketServer } from '../../../test/support/bucket-server.ts';
import { allKeys, FILE_PLACES } from '../../../test/support/file-places.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { sweepAvatars } from '../../accounts/avatars/sweep-avatars.ts';
import { sweepDocuments } from '../../people/documents/document-content.ts';
import { systemClock } from '../kernel/clock.ts';
import { days, hours, minutes } from '../kernel/durations.ts';

/** More than a megabyte in few rows, since each is validated. */
const longRows = (): string[] => {
  const note = 'bilješka '.repeat(50);
  return Array.from({ length: 3000 }, (_, row) => `osoba${row}@example.hr,Ime ${row},${note}`);
};

for (const [place, envOf] of Object.entries(FILE_PLACES)) {
  test(`${place}: avatars are served, replaced, removed, erased and swept`, async (t) => {
    const { service, member, upload, fetch } = await openAvatarFixture(t, await envOf(t));
    const [ana, ivo] = [await member(), await member()];
    const first: string = (await upload(ana.token, await picture())).body.avatar_url;
    const url: string = (await upload(ana.token, await picture('jpeg'))).body.avatar_url;
    assert.notEqual(first, url);
    assert.deepEqual(await allKeys(service), [url.slice(1)]);
    assert.equal((await fetch(first)).statusCode, 404);
    const whole = await fetch(url);
    assert.deepEqual([whole.statusCode, whole.headers['content-type']], [200, 'image/jpeg']);
    assert.equal(Number(whole.headers['content-length']), whole.rawPayload.length);
    const part = await fetch(url, { headers: { range: 'bytes=2-5' } });
    assert.deepEqual([part.statusCode, part.rawPayload], [206, whole.rawPayload.subarray(2, 6)]);
    assert.equal(part.headers['content-range'], `bytes 2-5/${whole.rawPayload.length}`);
    assert.equal((await fetch(url, { headers: { range: 'bytes=9999999-' } })).statusCode, 200);
    const same = await fetch(url, { headers: { 'if-none-match': String(whole.headers.etag) } });
    assert.deepEqual([same.statusCode, same.rawPayload.length], [304, 0]);
    assert.equal((await service.call('DELETE /api/auth/me/avatar', { token: ana.token })).status, 200);
    assert.deepEqual(await allKeys(service), []);
    const kept: string = (await upload(ivo.token, await picture('webp'))).body.avatar_url;
    const orphans = [`${ana.id}_1.png`, `${ivo.id}_2.webp`].map((name) => `uploads/avatars/${name}`);
    for (const key of orphans) await service.files.put(key, Buffer.from('x'));
    service.clock.advance(minutes(6));
    const deps = { ...service, files: service.avatarFiles, log: pino({ level: 'silent' }) };
    assert.equal(await sweepAvatars(deps, service.clock.now() - minutes(5)), 2);
    assert.deepEqual(await allKeys(service), [kept.slice(1)]);
  });

  test(`${place}: a content is kept once, for as long as a document has it`, async (t) => {
    const { service, upload, tokenFor, fetch } = await openArchiveFixture(t, await envOf(t));
    const token = await tokenFor('admin');
    const bytes = smallPdf({ pages: 3, mark: place });
    const [one, two] = [await upload(token, bytes, { visibility: 'public' }), await upload(token, bytes)];
    assert.deepEqual([one.status, two.status], [201, 201]);
    assert.equal((await allKeys(service)).length, 1);
    const stranger = await tokenFor('admin', (await service.addTenant('Drugi klub')).id);
    const asStranger = await fetch(two.body.url, { authorization: `Bearer ${stranger}` });
    assert.equal(asStranger.statusCode, 404);
    assert.equal((await service.call(`DELETE /api/admin/documents/${two.body.id}`, { token })).status, 204);
    const part = await fetch(one.body.url, { range: 'bytes=10-' });
    assert.deepEqual([part.statusCode, part.rawPayload], [206, bytes.subarray(10)]);
    assert.ok((await fetch(one.body.url)).rawPayload.equals(bytes));
    assert.equal((await service.call(`DELETE /api/admin/documents/${one.body.id}`, { token })).status, 204);
    assert.deepEqual(await allKeys(service), []);
    assert.equal((await fetch(one.body.url)).statusCode, 404);
  });

  test(`${place}: what is refused leaves no file, and a lost one comes back with the next upload`, async (t) => {
    const { service, upload, tokenFor, fetch } = await openArchiveFixture(t, await envOf(t));
    const token = await tokenFor('admin');
    const yearbook = { kind: 'yearbook', year: '2016' };
    const bytes = smallPdf({ mark: 'prvi' });
    const { body } = await upload(token, bytes, { ...yearbook, visibility: 'public' });
    const taken = await upload(token, smallPdf({ mark: 'drugi' }), yearbook);
    assert.deepEqual([taken.status, taken.body.code], [409, 'documents.year_taken']);
    const [key = '', ...others] = await allKeys(service);
    assert.deepEqual(others, []);
    assert.equal((await upload(token, 'nije PDF')).status, 415);
    assert.deepEqual(await allKeys(service), [key]);
    await service.files.remove(key);
    assert.equal((await fetch(body.url)).statusCode, 404);
    assert.equal((await upload(token, bytes)).status, 201);
    assert.ok((await fetch(body.url)).rawPayload.equals(bytes));
    assert.equal((await allKeys(service)).length, 1);
  });

  test(`${place}: the sweep of documents takes what a crash left, after a while`, async (t) => {
    const { service, upload, tokenFor } = await openArchiveFixture(t, await envOf(t));
    await upload(await tokenFor('admin'), smallPdf());
    const [kept = ''] = await allKeys(service);
    const hash = 'ab'.repeat(32);
    const orphans = [`documents/ab/${hash}-x_Y.pdf`, `documents/ab/${hash}.pdf`, kept.replace(/-.*/, '-other.pdf')];
    for (const key of [...orphans, 'documents/popis.txt']) await service.files.put(key, Buffer.from('x'));
    assert.equal(await sweepDocuments(service, systemClock.now() - hours(2)), 0);
    assert.equal(await sweepDocuments(service, systemClock.now() + hours(1)), 3);
    assert.deepEqual(await allKeys(service), [kept, 'documents/popis.txt']);
  });

  test(`${place}: a crash after a document was deleted leaves its file to the sweep`, async (t) => {
    const { service, upload, tokenFor } = await openArchiveFixture(t, await envOf(t));
    const token = await tokenFor('admin');
    const { body: kept } = await upload(token, smallPdf({ mark: 'prvi' }));
    const [file = ''] = await allKeys(service);
    const { body: deleted } = await upload(token, smallPdf({ mark: 'drugi' }));
    await service.database.transaction((tx) =>
      tx.updateTable('documents').set({ deleted_at: kept.created_at }).where('id', '=', deleted.id).execute(),
    );
    assert.equal(await sweepDocuments(service, systemClock.now() + hours(1)), 1);
    assert.deepEqual(await allKeys(service), [file]);
    assert.equal((await upload(token, smallPdf({ mark: 'drugi' }))).status, 201);
    assert.equal((await allKeys(service)).length, 2);
  });

  test(`${place}: rows are shown as they are in the whole file, wherever they are in it`, async (t) => {
    const { service, run, admin } = await openImportFixture(t, await envOf(t));
    const rows = longRows();
    rows[2] = '"treća@example.hr,Ana'; // line 4
    rows[3] = '"četvrta@example.hr,"prvi';
    rows[4] = 'drugi"'; // ends what line 5 began
    rows[1498] = '"kasna@example.hr,Iva';
    const { id } = await run(`email,ime,napomena\r\n${rows.join('\r\n')}\r\n`, { query: '?dry_run=1' });
    const shown = async (lines: string) =>
      (await service.call(`GET /api/admin/imports/${id}/cells?lines=${lines}`, { token: admin })).body.rows.map(
        ({ line, cells: [first] }: { line: number; cells: string[] }) => `${line} ${first}`,
      );
    assert.deepEqual(await shown('2'), ['2 osoba0@example.hr']);
    assert.deepEqual(await shown('3,4,7'), ['3 osoba1@example.hr', '4 treća@example.hr', '7 osoba5@example.hr']);
    assert.deepEqual(await shown('1500'), ['1500 kasna@example.hr']);
    assert.deepEqual(await shown('4,3001,3002'), ['4 treća@example.hr', '3001 osoba2999@example.hr']);
  });

  test(`${place}: a staged file is read by whoever runs the import, and goes`, async (t) => {
    const { service, run, upload, admin } = await openImportFixture(t, await envOf(t));
    const checked = await run('email,ime\na@example.hr,Ana\nkrivo,Ivo\n', { query: '?dry_run=1' });
    assert.deepEqual([checked.status, checked.created, checked.failed], ['completed', 1, 1]);
    assert.equal((await allKeys(service)).length, 1);
    const path = `/api/admin/imports/${checked.id}`;
    const cells = await service.call(`GET ${path}/cells?lines=3`, { token: admin });
    assert.deepEqual(cells.body.rows[0].cells, ['krivo', 'Ivo']);
    assert.match((await service.call(`GET ${path}/faulty.csv`, { token: admin })).text, /krivo;Ivo/);
    const queued = await service.call(`POST ${path}/run`, { token: admin, body: {} });
    assert.equal(queued.status, 202);
    await service.imports.runDue();
    const done = await service.call(`GET /api/admin/imports/${queued.body.id}`, { token: admin });
    assert.deepEqual([done.body.status, done.body.created], ['completed', 1]);
    await upload('email,ime\nb@example.hr,Iva\n');
    for (const key of await allKeys(service)) await service.files.remove(key);
    await service.imports.runDue();
    const lost = await service.call('GET /api/admin/imports?limit=1', { token: admin });
    assert.deepEqual([lost.body.items[0].status, lost.body.items[0].failure], ['failed', 'file']);
    const gone = await service.call(`GET ${path}/cells?lines=3`, { token: admin });
    assert.deepEqual([gone.status, gone.body.code], [409, 'imports.file_gone']);
    await run('email,ime\nc@example.hr,Mia\n');
    service.clock.advance(days(2));
    await service.imports.runDue();
    assert.deepEqual(await allKeys(service), []);
  });
}

test('of a staged file in a bucket no more is fetched than the rows need', async (t) => {
  const bucket = await startBucketServer(t);
  const { service, run, admin } = await openImportFixture(t, bucket.env());
  const rows = longRows();
  rows[38] = 'krivo,Ivo,';
  const { id } = await run(`email,ime,napomena\n${rows.join('\n')}\n`, { query: '?dry_run=1' });
  const [kept] = [...bucket.objects].filter(([key]) => key.includes('/imports/'));
  const content = kept?.[1].content ?? Buffer.alloc(0);
  assert.ok(content.length > 1_000_000);
  bucket.fault = ({ method, key }, response) => {
    if (method !== 'GET' || key !== kept?.[0]) return undefined;
    response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 500_000)); // and no more
    return 'faulty';
  };
  const { status, body } = await service.call(`GET /api/admin/imports/${id}/cells?lines=2,40`, { token: admin });
  assert.equal(status, 200);
  assert.deepEqual(
    body.rows.map(({ line }: { line: number }) => line),
    [2, 40],
  );
  const faulty = await service.call(`GET /api/admin/imports/${id}/faulty.csv`, { token: admin });
  assert.deepEqual([faulty.status, faulty.text.split('\r\n').length], [200, 3]);
  assert.match(faulty.text, /^Redak 40: [^;]+;krivo;Ivo;$/m);
});
