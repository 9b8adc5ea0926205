import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { workbookFile, workbookRow } from '../../../test/support/workbook-file.ts';

const HEADINGS = ['Uloga', 'Ime', 'Prezime', 'E-mail', 'OIB'];
const person = (line: number, role: string, name: string) =>
  workbookRow(line, [role, name, 'Anić', `${name.toLowerCase()}@example.hr`, '']);

/** Of the processor, the first start of a thread included. */
const QUICK = 3; // seconds
const secondsSince = (before: NodeJS.CpuUsage): number => process.cpuUsage(before).user / 1e6;

test('hidden rows and columns of a workbook are read, and said', async (t) => {
  const { run, rows } = await openImportFixture(t);
  const hidden = workbookRow(3, ['', 'Iva', 'Ivić', 'iva@example.hr', '']).replace('r="3"', 'r="3" hidden="1"');
  const file = workbookFile({
    before: '<cols><col min="1" max="1" width="9"/><col min="5" max="16384" hidden="1"/></cols>',
    rows: workbookRow(1, HEADINGS) + person(2, '', 'Ana') + hidden + workbookRow(4, [''], ' hidden="1"'),
  });
  const check = await run(file, { query: '?dry_run=1' });
  assert.deepEqual(
    [check.total, check.created, check.hidden_rows, check.hidden_columns, check.merged_cells],
    [2, 2, 1, ['OIB'], 0],
  );
  assert.equal((await rows(check.id)).length, 2);
});

test('rows of a merged area each have its value, as people see it, and others have not', async (t) => {
  const { service, run, admin } = await openImportFixture(t);
  const file = workbookFile({
    rows:
      workbookRow(1, ['Popis voditelja']) +
      workbookRow(2, HEADINGS) +
      person(3, 'voditelj', 'Ana') +
      person(4, '', 'Iva') +
      workbookRow(5, ['']) +
      person(6, '', 'Eva'),
    after: '<mergeCells count="2"><mergeCell ref="A1:E1"/><mergeCell ref="A3:A5"/></mergeCells>',
  });
  const done = await run(file);
  assert.deepEqual([done.total, done.created, done.failed, done.merged_cells], [3, 3, 0, 1]);
  const { body } = await service.call('GET /api/admin/users?limit=20', { token: admin });
  const roleOf = (email: string) => body.items.find((one: { email: string }) => one.email === email)?.role;
  assert.deepEqual(
    ['ana', 'iva', 'eva'].map((name) => roleOf(`${name}@example.hr`)),
    ['manager', 'manager', 'member'],
  );
});

test('headings that are merged over two lines are read once', async (t) => {
  const { run } = await openImportFixture(t);
  const file = workbookFile({
    rows:
      workbookRow(1, ['Ime', 'Prezime', 'Kontakt', '']) +
      workbookRow(2, ['', '', 'E-mail', 'Telefon']) +
      workbookRow(3, ['Ana', 'Anić', 'ana@example.hr', '091 111 2222']),
    after: '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/><mergeCell ref="C1:D1"/></mergeCells>',
  });
  const check = await run(file, { query: '?dry_run=1' });
  const read = check.columns.map(({ heading, field }: { heading: string; field: string | null }) => [heading, field]);
  assert.deepEqual(read, [
    ['Ime', 'ime'],
    ['Prezime', 'prezime'],
    ['E-mail', 'email'],
    ['Telefon', 'telefon'],
  ]);
  assert.deepEqual([check.created, check.failed], [1, 0]);
});

test('tags without an end take no longer than others', async (t) => {
  const { run } = await openImportFixture(t);
  const file = workbookFile({
    before: `<cols>${'<col hidden="1" '.repeat(200_000)}`,
    rows: workbookRow(1, HEADINGS) + person(2, '', 'Ana'),
    after: `<mergeCells>${'<mergeCell '.repeat(300_000)}`,
  });
  const before = process.cpuUsage();
  const check = await run(file, { query: '?dry_run=1' });
  assert.deepEqual([check.created, check.hidden_columns, check.merged_cells], [1, [], 0]);
  assert.ok(secondsSince(before) < QUICK);
});

test('however much is merged or hidden, a workbook is read within its bounds', async (t) => {
  const { run } = await openImportFixture(t);
  const areas = Array.from({ length: 60_000 }, (_, at) => `<mergeCell ref="A${at + 3}:XFD1048576"/>`).join('');
  const file = workbookFile({
    before: `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(20_000)}</cols>`,
    rows: workbookRow(1, HEADINGS) + person(2, '', 'Ana') + person(3, 'gost', 'Iva'),
    after: `<mergeCells>${areas}</mergeCells>`,
  });
  const before = process.cpuUsage();
  const check = await run(file, { query: '?dry_run=1' });
  assert.deepEqual([check.created, check.hidden_columns], [2, HEADINGS]);
  assert.ok(secondsSince(before) < QUICK);
});
