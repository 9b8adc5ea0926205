import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { instantAt, nowOf } from '../kernel/clock.ts';
import { days, minutes } from '../kernel/durations.ts';
import { type ChainedRecord, commitmentsOf, recordHash, type Salts, type Signed } from './audit-chain.ts';
import { byOperator } from './audit-context.ts';
import { headFile } from './audit-head-file.ts';
import { auditAsJsonLines, type ExportedLine } from './export-audit.ts';
import { eraseAuditOf } from './person-records-store.ts';
import { recordAudits } from './record-audit.ts';
import { auditSealer } from './seal-audit.ts';
import { trimAudit } from './trim-audit.ts';
import { verifyExportedAudit } from './verify-exported-audit.ts';

type RecordLine = Extract<ExportedLine, { kind: 'record' }>;
// biome-ignore lint/suspicious/noExplicitAny: forged lines have no type
type Forged = any;

/** Seven records under two heads, as lines; the first signs in with a line separator that JSON does not escape. */
async function exportedLog(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const heads = headFile(service.dataDir);
  const parts = { database: service.database, keys: service.keys, clock: service.clock, heads };
  const seal = auditSealer(parts);
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  const login = { email: 'ana@example.hr', password: 'krivo' };
  await service.call('POST /api/auth/login', { body: login, headers: { 'user-agent': 'a\u2028b' } });
  await service.signIn('ana@example.hr');
  await seal();
  service.clock.advance(minutes(10));
  await service.signIn('ana@example.hr', 'krivo');
  await service.signIn('ana@example.hr');
  await service.signIn('ana@example.hr');
  await seal();
  const lines = async () => {
    let text = '';
    for await (const piece of auditAsJsonLines(service.database.read, { tenantId: undefined })) text += piece;
    return text.split('\n').filter(Boolean);
  };
  const keys = () => new Map(service.keys.published().map(({ kid, publicKey }) => [kid, publicKey]));
  const check = async (some: readonly string[], kept: readonly Signed[] = []) => {
    const report = await verifyExportedAudit(streamed(some), { keys: keys(), heads: kept });
    assert.equal(report.ok, report.problems.length === 0);
    return report.problems;
  };
  return { service, ana, seal, heads, lines, check };
}

async function* streamed(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const isRecord = (line: string): boolean => line.startsWith('{"kind":"record"');

/** Changes one of the lines. */
const withLine = (lines: readonly string[], at: number, change: (line: Forged) => void): string[] =>
  lines.map((text, index) => {
    if (index !== at) return text;
    const line = JSON.parse(text);
    change(line);
    return JSON.stringify(line);
  });

/** Rebuilds the chain from a record on, as somebody without a key could. */
function rehashed(lines: readonly string[], from: number, change: (record: Forged) => void): string[] {
  let previous = '';
  return lines.map((text, index) => {
    if (!isRecord(text)) return text;
    const line = JSON.parse(text) as RecordLine;
    if (line.seal === null) return text;
    if (index === from) change(line.record);
    // Nothing of this log was erased, so both salts are there.
    const commitments = commitmentsOf(line.record, line.seal as unknown as Salts);
    const hash = recordHash(line.seal.seq, previous, line.record as ChainedRecord, commitments);
    previous = hash;
    return JSON.stringify({ ...line, seal: { ...line.seal, commitments, hash } });
  });
}

test('an export of an untouched log is accepted, in any order of its lines', async (t) => {
  const { lines, check, heads } = await exportedLog(t);
  const log = await lines();
  assert.deepEqual(await check(log), []);
  assert.deepEqual(await check(log.toReversed()), []);
  assert.deepEqual(await check(log, [heads.newest() as Signed]), []);
});

test('every change to an export by somebody without the key is reported', async (t) => {
  const { lines, check, heads } = await exportedLog(t);
  const log = await lines();
  const records = log.filter(isRecord);
  const signed = log.filter((line) => !isRecord(line));
  assert.deepEqual([records.length, signed.length], [7, 2]);
  const said = async (what: string, some: readonly string[], expected: RegExp, kept?: readonly Signed[]) =>
    assert.match((await check(some, kept)).join('\n'), expected, what);

  await said(
    'changed',
    withLine(log, 2, ({ record }) => (record.action = 'login.ok2')),
    /^record 3 \(seal 3\) is not/,
  );
  await said(
    'personal',
    withLine(log, 2, ({ record }) => (record.ip = '10.9.9.9')),
    /^ip of record 3 \(seal 3\) is not/,
  );
  await said('removed', log.toSpliced(2, 1), /^what was sealed right before record 4 \(seal 4\) is not in the file$/m);
  const swap = withLine(
    withLine(log, 2, (line) => (line.seal.seq = 4)),
    3,
    (line) => (line.seal.seq = 3),
  );
  await said('swapped', swap, /is not as it was sealed, or not in its place/);
  await said('twice', [records[2] as string, ...log], /^seal 3 is in the file more than once$/m);
  await said(
    'salt',
    withLine(log, 2, ({ seal }) => (seal.actor_salt = seal.meta_salt)),
    /is not as it was sealed/,
  );
  await said(
    'head',
    withLine(log, 8, (head) => (head.signed_at = instantAt(0))),
    /^the signature of the head at 7 is wrong$/m,
  );
  await said(
    'key',
    withLine(log, 8, (head) => (head.kid = 'mine')),
    /^the head at 7 is signed by an unknown key, mine$/m,
  );
  await said('cut', [...records.slice(0, 6), ...signed], /^seal 7, which a head is of, is not in the file$/m);
  await said(
    'cut with its head',
    [...records.slice(0, 6), signed[0] as string],
    /^the log does not end at a signed head/m,
  );
  await said('no heads', records, /^the log does not end at a signed head: it ends at seal 7$/m);
  const forged = rehashed(log, 5, (record) => (record.action = 'logout'));
  await said('rewritten, without the last head', forged.slice(0, -1), /^the log does not end at a signed head/m);
  await said('rewritten', forged, /^the head at 7 does not fit the chain$/m);
  await said(
    'rewritten, without heads',
    rehashed(records, 0, (record) => (record.action = 'x')),
    /does not end at a signed/,
  );
  const cutAtHead = [...records.slice(0, Number(JSON.parse(signed[0] as string).seq)), signed[0] as string];
  assert.deepEqual(await check(cutAtHead), [], 'only a head that was kept elsewhere tells');
  await said('cut at a head', cutAtHead, /^the log ends at seal 4, before the head at 7 that was kept$/m, [
    heads.newest() as Signed,
  ]);
  const other = { ...(heads.newest() as Signed), seq: 2 };
  await said('another chain', log, /^the head at 2 that was kept is not part of the chain$/m, [other]);
  const blank = withLine(log, 4, ({ record, seal }) => {
    Object.assign(record, { actor_email: null, ip: null, user_agent: null });
    seal.actor_salt = null;
  });
  await said('blanked', blank, /^personal members of record 5 are gone without an erasure on record$/m);
  const refilled = withLine(blank, 4, ({ record }) => (record.actor_email = 'x@example.hr'));
  await said('refilled', refilled, /^record 5 \(seal 5\) holds something where a member was erased$/m);
  const excuse = withLine([...log.slice(0, 1), ...blank], 0, (line) => {
    Object.assign(line.record, { id: 99, action: 'erasure.complete', user_id: 1, at: '2026-03-01T10:10:00.000Z' });
    line.seal = null;
  });
  await said('excused by a record without a seal', excuse, /gone by an erasure that has no seal yet/);
  const late = withLine([...log.slice(0, 1), ...log], 0, (line) => {
    Object.assign(line.record, { id: 99, at: '2026-02-01T00:00:00.000Z' });
    line.seal = null;
  });
  await said('backdated', late, /^record 99 has no seal, though it says it is older than the last head$/m);
  await said('empty', [], /^nothing in the file is sealed$/);
  for (const [what, line] of [
    ['no JSON', '> iskaznica'],
    ['kind', '{"kind":"note"}'],
    ['record', '{"kind":"record","record":null,"seal":null}'],
    ['member', (records[0] as string).replace('"id":1', '"id":1,"extra":2')],
    ['meta', (records[0] as string).replace('"ip":null', '"ip":5')],
  ] as const)
    await assert.rejects(check([...log, line]), /^NotExported: Line 10 is no line|^Error: Line 10 is no line/, what);
});

test('an erasure causes no false alarm, and the stub accounts for trimmed records', async (t) => {
  const { service, ana, seal, lines, check } = await exportedLog(t);
  await service.database.transaction(async (tx) => {
    await eraseAuditOf(tx, ana.id);
    const call = byOperator(['erasure.erase'], nowOf(service.clock));
    await recordAudits(tx, call, [{ action: 'erasure.erase', about: ana, meta: { request_id: 1, blanked: [] } }]);
  });
  assert.match((await check(await lines())).join('\n'), /by an erasure that has no seal yet/);
  await seal();
  assert.deepEqual(await check(await lines()), []);
  service.clock.advance(days(2));
  await service.signIn('ana@example.hr');
  await seal();
  await trimAudit(service, instantAt(service.clock.now() - days(1)));
  const trimmed = await lines();
  assert.match(trimmed[0] ?? '', /^{"kind":"stub"/);
  assert.deepEqual(await check(trimmed), []);
  assert.deepEqual(await check(trimmed.toReversed()), []);
  assert.match((await check(trimmed.slice(1))).join('\n'), /^what was sealed right before record/m);
  const moved = withLine(trimmed, 0, (stub) => (stub.hash = 'x'));
  assert.match((await check(moved)).join('\n'), /^the signature of the stub at \d+ is wrong$/m);
});

test('a clock set back causes no false alarm, and hides nobody who writes a record of the past', async (t) => {
  const { service, ana, seal, lines, check } = await exportedLog(t);
  service.clock.advance(days(1));
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  service.clock.advance(minutes(1) - days(1));
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  assert.deepEqual(await check(await lines()), []);
  const longAgo = instantAt(service.clock.now() - minutes(10));
  await service.database.transaction((tx) =>
    recordAudits(tx, byOperator(['export.self'], longAgo), [{ action: 'export.self', about: ana }]),
  );
  await seal();
  assert.match((await check(await lines())).join(), /^record 10 \(seal 10\) says it is older than the head before it$/);
});
