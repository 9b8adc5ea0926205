// engine: none
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashLinesOf } from '../../../test/support/breach-fixture.ts';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { systemClock } from '../../platform/kernel/clock.ts';
import { openBreachList } from './breach-list.ts';
import { bucketBitsFor } from './breach-list-format.ts';
import { buildBreachList } from './build-breach-list.ts';
import { hashLines } from './hash-lines.ts';

const build = (from: string, to: string) => buildBreachList({ from, to, clock: systemClock });

const A = '0'.repeat(39);
const B = '7'.repeat(39);

test('a list contains exactly the digests of its source', async (t) => {
  const folder = scratchFolder(t);
  const [from, to] = [join(folder, 'hashes.txt'), join(folder, 'list')];
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((word) => word.normalize('NFC'));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(words, { minLength: 1, maxLength: 200 }), fc.array(words), async (held, others) => {
      writeFileSync(from, hashLinesOf(held).join('\n'));
      assert.equal(await build(from, to), held.length);
      const list = await openBreachList(to);
      const set = new Set(held);
      try {
        for (const word of [...held, ...others]) assert.equal(await list.has(word), set.has(word), word);
        assert.equal(await list.isWhole(), true);
      } finally {
        await list.close();
      }
    }),
    { numRuns: 60 },
  );
});

test('a large list has buckets of some five hundred digests, and finds each', async (t) => {
  const folder = scratchFolder(t);
  const [from, to] = [join(folder, 'hashes.txt'), join(folder, 'list')];
  const held = Array.from({ length: 100_000 }, (_, number) => `lozinka ${number}`);
  writeFileSync(from, `${hashLinesOf(held).join('\r\n')}\r\n`);
  const begun = performance.now();
  assert.equal(await build(from, to), held.length);
  const built = performance.now() - begun;
  const list = await openBreachList(to);
  t.after(() => list.close());
  const asked = performance.now();
  for (let number = 0; number < 2000; number++) {
    assert.equal(await list.has(`lozinka ${number * 50}`), true);
    assert.equal(await list.has(`zaporka ${number}`), false);
  }
  const each = (performance.now() - asked) / 4000;
  t.diagnostic(
    `100,000 built in ${Math.round(built)} ms; ${Math.round(1000 / each)} lookups a second, one after the other`,
  );
  assert.deepEqual([1, 1024, 100_000, 1_000_000_000].map(bucketBitsFor), [1, 1, 8, 20]);
});

test('a folder of range files gives the same list as one file, without padding', async (t) => {
  const folder = scratchFolder(t);
  const lines = hashLinesOf(Array.from({ length: 300 }, (_, number) => `osoba ${number}`));
  const ranges = join(folder, 'ranges');
  mkdirSync(ranges);
  for (const prefix of new Set(lines.map((line) => line.slice(0, 5)))) {
    const suffixes = lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(5));
    writeFileSync(join(ranges, `${prefix}.txt`), [...suffixes, `${'F'.repeat(35)}:0`].join('\r\n'));
  }
  writeFileSync(join(ranges, '.done'), '');
  writeFileSync(join(folder, 'hashes.txt'), lines.join('\n').toLowerCase());
  const at = { clock: { now: () => 0 } };
  assert.equal(await buildBreachList({ from: ranges, to: join(folder, 'one'), ...at }), 300);
  assert.equal(await buildBreachList({ from: join(folder, 'hashes.txt'), to: join(folder, 'other'), ...at }), 300);
  assert.ok(readFileSync(join(folder, 'one')).equals(readFileSync(join(folder, 'other'))));
  writeFileSync(join(ranges, 'popis.csv'), '');
  await assert.rejects(build(ranges, join(folder, 'one')), /popis\.csv is no range file/);
});

test('a garbled, unordered or duplicate line is refused with its number, and the old list stays', async (t) => {
  const folder = scratchFolder(t);
  const [from, to] = [join(folder, 'hashes.txt'), join(folder, 'list')];
  writeFileSync(from, `${A}1:3\n`);
  await build(from, to);
  const before = readFileSync(to);
  for (const [text, problem] of [
    [`${A}1:3\n${A}1:3\n`, /hashes\.txt, line 2: this hash is there twice/],
    [`${B}1:3\n${A}1:3\n`, /line 2: the hashes are not sorted/],
    [`${A}1:3\n\n${B}1:3\n`, /line 2: is not HASH:COUNT/],
    [`${A}1:3\n${A}x:3\n`, /line 2: is not HASH:COUNT/],
    [`${A}1:3\n${A}2\n`, /line 2: is not HASH:COUNT/],
    [`${A}1:3\n${A}2:\n`, /line 2: is not HASH:COUNT/],
    [`${A}1:3\n${A}2:-1\n`, /line 2: is not HASH:COUNT/],
    [`${A}1:3\n${A}:3\n`, /line 2: is not HASH:COUNT/],
    [`${A}1:3\n${'0'.repeat(9_000_000)}`, /line 2: is not HASH:COUNT/],
    [`\uFEFF${A}1:3\n`, /line 1: is not HASH:COUNT/],
    ['lozinka\n', /line 1: is not HASH:COUNT/],
    ['', /holds no hash/],
    [`${A}1:0\n`, /holds no hash/],
  ] as const) {
    writeFileSync(from, text);
    await assert.rejects(build(from, to), problem);
  }
  await assert.rejects(build(join(folder, 'nema'), to), /nema cannot be read: ENOENT/);
  await assert.rejects(build(from, join(folder, 'nema', 'list')), /cannot be written: ENOENT/);
  assert.ok(readFileSync(to).equals(before));
  assert.deepEqual(readdirSync(folder).sort(), ['hashes.txt', 'list'], 'nothing half done is left');
});

test('lines are read the same however the file is split into chunks', () => {
  const text = Buffer.from(hashLinesOf(['jedan', 'dva', 'tri', 'četiri']).join('\r\n'));
  const whole = hashLines();
  whole.startFile('a');
  const expected = Buffer.concat([whole.read(text), whole.end()]);
  assert.equal(expected.length, 4 * 8);
  for (let size = 1; size < 50; size++) {
    const cut = hashLines();
    cut.startFile('a');
    const parts: Buffer[] = [];
    for (let at = 0; at < text.length; at += size) parts.push(cut.read(text.subarray(at, at + size)));
    assert.ok(Buffer.concat([...parts, cut.end()]).equals(expected), `pieces of ${size}`);
  }
});

test('a damaged file is not opened; a changed digest is found by a full check', async (t) => {
  const folder = scratchFolder(t);
  const [from, to] = [join(folder, 'hashes.txt'), join(folder, 'list')];
  writeFileSync(from, hashLinesOf(['jedan', 'dva', 'tri']).join('\n'));
  await build(from, to);
  const good = readFileSync(to);
  const damaged = (at: number) => {
    const bytes = Buffer.from(good);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
  for (const [bytes, problem] of [
    [Buffer.alloc(0), /too short/],
    [Buffer.alloc(500), /is no list/],
    [good.subarray(0, good.length - 1), /is damaged: \d+ bytes in place of \d+/],
    [Buffer.concat([good, Buffer.alloc(1)]), /is damaged: \d+ bytes/],
    [damaged(8), /has format 0/],
    ...[12, 16, 24, 32, 64, 100, 127].map((at) => [damaged(at), /its header was changed/] as const),
    [damaged(good.length - 1), /its index was changed/],
  ] as const) {
    writeFileSync(to, bytes);
    await assert.rejects(openBreachList(to), problem);
  }
  writeFileSync(to, damaged(130));
  const list = await openBreachList(to);
  assert.equal(await list.isWhole(), false);
  await list.close();
  await assert.rejects(openBreachList(folder), /cannot be read: EISDIR|too short/);
});
