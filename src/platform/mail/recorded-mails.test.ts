// engine: none
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseInstant } from '../kernel/clock.ts';
import { forgetRecordedBefore, indexRecorded, mailFolder } from './recorded-mails.ts';

test('recorded mails are removed with their contents: files, partial files and index lines, but no newer ones', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-mails-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  assert.equal(
    await forgetRecordedBefore(dataDir, parseInstant('2026-03-01T10:00:00.000Z')),
    0,
    'nothing was ever recorded',
  );
  const folder = mailFolder(dataDir);
  mkdirSync(folder);
  const old = ['2026-01-30T09:59:59.999Z-1.eml', '2026-02-28T23:00:00.000Z-12.eml.part'];
  const young = ['2026-03-01T10:00:00.000Z-2.eml', '2026-03-02T00:00:00.000Z-21.eml'];
  for (const name of [...old, ...young]) writeFileSync(join(folder, name.replaceAll(':', '-')), 'Dobar dan');
  writeFileSync(join(folder, '2000-bilješka.txt'), 'nečije');
  for (const id of [1, 12, 2, 21]) await indexRecorded(folder, { id, to: `osoba${id}@example.hr` });
  assert.equal(await forgetRecordedBefore(dataDir, parseInstant('2026-03-01T10:00:00.000Z')), 2);
  const left = readdirSync(folder).sort();
  assert.deepEqual(left, ['2000-bilješka.txt', ...young.map((name) => name.replaceAll(':', '-')), 'index.jsonl']);
  const lines = readFileSync(join(folder, 'index.jsonl'), 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    [2, 21],
  );
});
