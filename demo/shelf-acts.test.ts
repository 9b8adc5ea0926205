import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFileKey } from '../src/people/documents/document-files-store.ts';
import { pagesOfFile } from '../src/people/documents/pages-of-file.ts';
import { epochOf, instantAt } from '../src/platform/kernel/clock.ts';
import { days } from '../src/platform/kernel/durations.ts';
import { startTestService, type TestService } from '../test/support/test-service.ts';
import { DEMO_TENANTS } from './demo-tenants.ts';
import { seededRandom } from './seeded-random.ts';
import { shelfActs } from './shelf-acts.ts';
import { YEARBOOK_YEARS } from './yearbook-data.ts';
import { yearbookPdf } from './yearbook-pdf.ts';

const LARGEST = 200_000;
const PAGES = 10;

async function fillShelf(service: TestService, tenantIds: readonly number[]): Promise<void> {
  const { database, clock, files, server } = service;
  const acts = shelfActs({ files, pagesOfFile: pagesOfFile(), log: server.log }, [], seededRandom(1952), clock.now());
  await database.transaction(async (tx) => {
    const stage = { tx, database, tenantIds, actors: new Map() };
    for (const { at, perform } of acts) await perform(stage, instantAt(at));
  });
}

async function withShelf(t: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(t);
  const [federation, club] = [
    await service.addTenant(DEMO_TENANTS[0].name),
    await service.addTenant(DEMO_TENANTS[1].name),
  ];
  const { email } = await service.addPerson({ role: 'superadmin' });
  const body = { publisher: true };
  const marked = await service.call(`PUT /api/admin/tenants/${federation.id}`, {
    token: await service.tokenOf(email),
    body,
  });
  assert.equal(marked.status, 200);
  await fillShelf(service, [federation.id, club.id]);
  return service;
}

test('eighteen yearbooks and a few documents came onto the demo’s shelf over two years', async (t) => {
  const service = await withShelf(t);
  assert.deepEqual([YEARBOOK_YEARS.length, YEARBOOK_YEARS.includes(2020)], [18, false]);
  const { items, total } = (await service.call('GET /api/yearbooks')).body;
  assert.equal(total, 18);
  assert.deepEqual(items.map(({ year }: { year: number }) => year).reverse(), YEARBOOK_YEARS);
  for (const { size, pages, title } of items) {
    assert.ok(size < LARGEST && pages === PAGES, `${size} bytes, ${pages} pages`);
    assert.match(title, /^Godišnjak \d{4}\.$/);
  }
  const others = (await service.call('GET /api/documents?kind=document')).body;
  assert.equal(others.total, 3);
  assert.equal((await service.call('GET /api/yearbooks/2020/pdf')).status, 404);
  const now = service.clock.now();
  const ages = [...items, ...others.items].map(({ created_at }) => (now - epochOf(created_at)) / days(1));
  assert.ok(Math.max(...ages) < 730 && Math.min(...ages) > 0, String(ages));
  assert.ok(new Set(ages.map(Math.floor)).size > 3, 'not all on one day');
  assert.ok(ages[0] !== undefined && ages.slice(1, 18).every((age) => age >= (ages[0] ?? 0)), 'the newest came last');
});

test('the same data make the same bytes, at another time too', async (t) => {
  const first = await yearbookPdf(2016, DEMO_TENANTS[0].name);
  t.mock.timers.enable({ apis: ['Date'], now: days(20_000) });
  assert.ok(first.equals(await yearbookPdf(2016, DEMO_TENANTS[0].name)));
  assert.ok(!first.equals(await yearbookPdf(2017, DEMO_TENANTS[0].name)));
});

test('other programs read all eighteen, with Croatian letters and the label on every page', async (t) => {
  if (spawnSync('pdfinfo', ['-v']).status !== 0) {
    t.diagnostic('!!! poppler-utils is not installed: nobody but the service itself has read the yearbooks !!!');
    return t.skip('poppler-utils is not installed');
  }
  const service = await withShelf(t);
  for (const { year, sha256, pages } of (await service.call('GET /api/yearbooks')).body.items) {
    const path = join(service.settings.server.filesDir, (await findFileKey(service.database.read, sha256)) ?? '');
    const info = spawnSync('pdfinfo', [path], { encoding: 'utf8' });
    assert.deepEqual([info.status, info.stderr], [0, ''], `${year}`);
    assert.match(info.stdout, new RegExp(`Title: +Godišnjak ${year}\\.[^]*Pages: +${pages}\\n[^]*\\(A4\\)`));
    const { stdout, status, stderr } = spawnSync('pdftotext', [path, '-'], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    const texts = stdout.split('\f').slice(0, -1);
    assert.equal(texts.length, PAGES);
    for (const [index, text] of texts.entries()) {
      assert.match(text, /OGLEDNI PRIMJERAK/, `${year}, page ${index + 1}`);
      if (index > 0) assert.match(text, new RegExp(`^${index + 1}$`, 'm'));
    }
    for (const word of ['Sadržaj', 'veslački savez', 'VK Čigra', 'VK Škver', 'Osmerac s kormilarom (8+)', 'Članstvo'])
      assert.ok(stdout.includes(word), `${year}: ${word}`);
    const served = await service.server.inject(`/api/yearbooks/${year}/pdf`);
    assert.equal(hash('sha256', served.rawPayload), sha256);
  }
});
