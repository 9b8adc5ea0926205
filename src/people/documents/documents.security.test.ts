import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARCHIVE, openArchiveFixture, smallPdf } from '../../../test/support/archive-fixture.ts';
import { formBody } from '../../../test/support/form-body.ts';
import { aesProtection, type PdfProtection, rc4Protection } from '../../../test/support/pdf-cipher.ts';
import { PdfWriter, pageOf } from '../../../test/support/pdf-writer.ts';
import { sweepDocuments } from './document-content.ts';

const UNKNOWN_PROTECTION = {
  id: '[<00> <00>]',
  dictionary: '<< /Filter /Adobe.PubSec /V 9 /R 9 >>',
  cipher: Buffer.from,
};

const protectedPdf = (protection: PdfProtection): Buffer =>
  new PdfWriter(protection)
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, pageOf(2))
    .object(4, protection.dictionary)
    .endWithTable({ entries: `/Encrypt 4 0 R /ID ${protection.id}` }).bytes;

test("a tenant's document is visible only to its people and to superadmins", async (t) => {
  const { service, tokenFor, upload } = await openArchiveFixture(t);
  const club = await service.addTenant('Klub');
  const admin = await tokenFor('admin');
  const fields = { kind: 'yearbook', year: '2019' };
  const { body: hidden } = await upload(admin, smallPdf({ mark: 'a' }), { ...fields, visibility: 'tenant' });
  const { body: shown } = await upload(admin, smallPdf({ mark: 'b' }), { title: 'Svima', visibility: 'public' });
  const callers: [string, string | undefined, boolean][] = [
    ['nobody', undefined, false],
    ...(await Promise.all(
      (['superadmin', 'admin', 'manager', 'member', 'guest'] as const).flatMap((role) =>
        [1, club.id].map(async (tenantId): Promise<[string, string, boolean]> => {
          const seen = tenantId === 1 || role === 'superadmin';
          return [`${role} of ${tenantId}`, await tokenFor(role, tenantId), seen];
        }),
      ),
    )),
  ];
  for (const [name, token, seen] of callers) {
    const call = async (url: string) => service.call(`GET ${url}`, token ? { token } : {});
    const urls = [`/api/documents/${hidden.id}`, `/api/documents/${hidden.id}/file`, '/api/yearbooks/2019/pdf'];
    for (const url of urls) {
      const { status, body } = await call(url);
      assert.equal(status, seen ? 200 : 404, `${name} ${url}`);
      if (!seen) assert.equal(body.code, 'documents.not_found');
    }
    assert.equal((await call('/api/documents')).body.total, seen ? 2 : 1, name);
    assert.equal((await call('/api/documents?q=statut')).body.total, seen ? 1 : 0, name);
    assert.equal((await call('/api/yearbooks')).body.total, seen ? 1 : 0, name);
    const open = await call(shown.url);
    assert.equal(open.status, 200);
    assert.equal(open.headers['cache-control'], token ? 'no-store' : 'public, no-cache');
    assert.equal(open.headers['set-cookie'], undefined);
  }
  assert.equal((await service.call(`GET ${shown.url}`, { token: 'bad' })).status, 401);
});

test('only administrators of its tenant add, change and delete a document', async (t) => {
  const { service, tokenFor, upload, files } = await openArchiveFixture(t);
  const club = await service.addTenant('Klub');
  const [admin, other, superadmin] = [
    await tokenFor('admin'),
    await tokenFor('admin', club.id),
    await tokenFor('superadmin'),
  ];
  for (const role of ['manager', 'member', 'guest'] as const)
    assert.equal((await upload(await tokenFor(role), smallPdf())).status, 403, role);
  const { body } = await upload(admin, smallPdf(), { visibility: 'public' });
  for (const target of [`PUT ${ARCHIVE}/${body.id}`, `DELETE ${ARCHIVE}/${body.id}`]) {
    const options = target.startsWith('PUT') ? { body: { title: 'Moje' } } : {};
    assert.equal((await service.call(target, { token: other, ...options })).status, 404, target);
    assert.equal((await service.call(target, options)).status, 401, target);
    assert.equal((await service.call(target, { token: await tokenFor('manager'), ...options })).status, 403, target);
  }
  const foreign = await upload(admin, smallPdf(), { tenant_id: String(club.id) });
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'tenants.not_found']);
  assert.equal((await upload(superadmin, smallPdf(), { tenant_id: '999' })).status, 404);
  const placed = await upload(superadmin, smallPdf(), { tenant_id: String(club.id) });
  assert.deepEqual([placed.status, placed.body.federation.name], [201, 'Klub']);
  assert.equal(
    (await service.call(`PUT ${ARCHIVE}/${placed.body.id}`, { token: other, body: { tenant_id: 1 } })).status,
    200,
  );
  assert.equal(
    (await service.call(`GET /api/documents/${placed.body.id}`, { token: other })).body.federation.id,
    club.id,
  );
  assert.equal(files().length, 1);
});

test('a file that is not a complete PDF, or opens only with a password, is refused by its bytes and leaves nothing', async (t) => {
  const { service, tokenFor, upload, files } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  const whole = smallPdf({ pages: 2 });
  const text = whole.toString('latin1');
  const cases: [string, Buffer | string, number, string][] = [
    ['a page', '<!doctype html><script>alert(1)</script>', 415, 'documents.type'],
    ['nothing', '', 415, 'documents.type'],
    ['a late header', Buffer.concat([Buffer.alloc(1100, 32), whole]), 415, 'documents.type'],
    ['half of it', whole.subarray(0, 200), 422, 'documents.broken'],
    ['a beginning', '%PDF-1.4', 422, 'documents.broken'],
    ['no pages', text.replace(/Kids \[.*?\]/, 'Kids []'), 422, 'documents.broken'],
    ['no root', text.replace('/Root 1 0 R', ''), 422, 'documents.broken'],
    ['a password by RC4', protectedPdf(rc4Protection('tajna')), 422, 'documents.encrypted'],
    ['a password by AES', protectedPdf(aesProtection('tajna')), 422, 'documents.encrypted'],
    ['a protection nobody knows', protectedPdf(UNKNOWN_PROTECTION), 422, 'documents.encrypted'],
  ];
  for (const [name, bytes, status, code] of cases) {
    const answer = await upload(token, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    assert.deepEqual([answer.status, answer.body.code], [status, code], name);
  }
  const fields: [string, Record<string, string>][] = [
    ['title', { title: '' }],
    ['title', { title: 'a\u0000b' }],
    ['title', { title: 'x'.repeat(201) }],
    ['kind', { kind: 'letter' }],
    ['year', { year: '20x' }],
    ['year', { year: '1' }],
    ['year', { year: '02006' }],
    ['visibility', { visibility: 'all' }],
    ['language', { language: 'de' }],
    ['tenant_id', { tenant_id: '-1' }],
  ];
  for (const [field, value] of fields) {
    const { status, body } = await upload(token, whole, value);
    assert.deepEqual([status, body.detail[0].loc], [422, ['body', field]], JSON.stringify(value));
  }
  assert.equal((await service.call(`POST ${ARCHIVE}`, { token, body: {} })).status, 415);
  const large = await upload(token, Buffer.concat([whole, Buffer.alloc(50 * 1024 * 1024)]));
  assert.deepEqual([large.status, large.body.code], [413, 'request.too_large']);
  assert.deepEqual([files(), await service.audit.take()], [[], []]);
});

test('fields before and after the file are read, and only the first file', async (t) => {
  const { service, tokenFor } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  const form = formBody([
    { name: 'title', bytes: 'Prvi' },
    { name: 'datoteka', filename: 'a.pdf', bytes: smallPdf({ pages: 4 }) },
    { name: 'druga', filename: 'b.pdf', bytes: smallPdf({ pages: 5 }) },
    { name: 'napomena', bytes: 'x' },
    { name: 'visibility', bytes: 'public' },
  ]);
  const headers = { ...form.headers, authorization: `Bearer ${token}` };
  const answer = await service.server.inject({ method: 'POST', url: ARCHIVE, headers, payload: form.payload });
  const { title, pages, visibility } = answer.json();
  assert.deepEqual([answer.statusCode, title, pages, visibility], [201, 'Prvi', 4, 'public']);
});

test('a content is stored once and removed with its last document', async (t) => {
  const { service, tokenFor, upload, files, fetch } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  const bytes = smallPdf();
  const [one, two] = await Promise.all([1, 2].map(() => upload(token, bytes, { visibility: 'public' })));
  assert.deepEqual([one?.status, two?.status, files().length], [201, 201, 1]);
  await service.call(`DELETE ${ARCHIVE}/${one?.body.id}`, { token });
  assert.equal(files().length, 1);
  assert.equal((await fetch(two?.body.url)).statusCode, 200);
  await service.call(`DELETE ${ARCHIVE}/${two?.body.id}`, { token });
  assert.equal(files().length, 0);
});

test('of two concurrent yearbooks of the same year one is accepted', async (t) => {
  const { service, tokenFor, upload, files } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  for (let round = 0; round < 8; round++) {
    const year = String(1990 + round);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((mark) => upload(token, smallPdf({ mark: mark + year }), { kind: 'yearbook', year })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    assert.equal(files().length, round + 1);
  }
  assert.equal((await service.call('GET /api/yearbooks', { token })).body.total, 8);
});

test('a content that is deleted and added concurrently exists if a document has it', async (t) => {
  const { service, tokenFor, upload, files, fetch } = await openArchiveFixture(t);
  const token = await tokenFor('admin');
  const bytes = smallPdf();
  let { body: last } = await upload(token, bytes, { visibility: 'public' });
  for (let round = 0; round < 25; round++) {
    const [added, deleted] = await Promise.all([
      upload(token, bytes, { visibility: 'public' }),
      service.call(`DELETE ${ARCHIVE}/${last.id}`, { token }),
    ]);
    assert.deepEqual([added.status, deleted.status], [201, 204]);
    last = added.body;
    assert.equal((await fetch(last.url)).statusCode, 200, `round ${round}`);
  }
  assert.equal(files().length, 1);
  assert.equal(await sweepDocuments(service, Number.POSITIVE_INFINITY), 0);
  await service.call(`DELETE ${ARCHIVE}/${last.id}`, { token });
  assert.deepEqual(files(), []);
});
