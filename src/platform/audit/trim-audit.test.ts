// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { toJson } from '../database/json-column.ts';
import { days } from '../kernel/durations.ts';
import { type ChainedRecord, commitmentsOf, recordHash, type Salts } from './audit-chain.ts';
import { headFile } from './audit-head-file.ts';
import { auditSealer } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

/** Four sealed records 31 days old, two that are older than the retention of 30 days in nobody's eyes, and a log. */
async function agedService(t: TestContext) {
  const logged: { level: number; err?: { message: string } }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const service = await startTestService(t, { SVC_AUDIT_RETENTION_DAYS: '30' }, { log });
  const parts = { ...service, heads: headFile(service.dataDir) };
  const seal = auditSealer(parts);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.signIn('ana@example.hr', 'krivo');
  await service.signIn('ana@example.hr');
  await seal();
  service.clock.advance(days(31));
  await service.signIn('ana@example.hr', 'krivo');
  await service.signIn('ana@example.hr');
  await seal();
  const ids = async () =>
    (await service.database.read.selectFrom('audit_records').select('id').orderBy('id').execute()).map(({ id }) => id);
  return {
    service,
    logged,
    seal,
    ids,
    verify: () => verifyAudit(parts),
    keep: service.keepRetention,
  };
}

const run = ({ database }: TestService, ...statements: string[]) =>
  database.transaction(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });

/**
 * The best that somebody with write access to the database but without keys can do: all hashes match, no signature
 * does.
 */
async function rehash({ database }: TestService): Promise<void> {
  const rows = await database.read
    .selectFrom('audit_seals')
    .innerJoin('audit_records', 'audit_records.id', 'audit_seals.record_id')
    .selectAll()
    .orderBy('seq')
    .execute();
  let previous = '';
  for (const row of rows) {
    const commitments = commitmentsOf(row as ChainedRecord, row as Salts);
    previous = recordHash(row.seq, previous, row as ChainedRecord, commitments);
    const seal = { hash: previous, commitments: toJson(commitments) };
    await database.transaction((tx) =>
      tx
        .updateTable('audit_seals')
        .set(seal)
        .where('seq', '=', row.seq)
        .execute()
        .then(() => {}),
    );
    await database.transaction((tx) =>
      tx
        .updateTable('audit_heads')
        .set({ hash: previous })
        .where('seq', '=', row.seq)
        .execute()
        .then(() => {}),
    );
  }
}

test('records older than the retention are trimmed; their head vouches for those sealed with them', async (t) => {
  const { service, ids, keep, verify, seal } = await agedService(t);
  await service.audit.forget();
  await keep();
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, record?.meta.audit], ['retention.run', 4]);
  assert.equal((await ids()).length, 3, 'two young ones, and the record of the run');
  assert.deepEqual(await seal(), { sealed: 1 });
  assert.deepEqual((await verify()).problems, []);
});

const PAST = "at = '2020-01-01T00:00:00.000Z'";

const ATTACKS: Readonly<Record<string, { statements: string[]; rehashed?: true; says: RegExp }>> = {
  'a young record that says it is old': {
    statements: [`update audit_records set ${PAST} where id = 5`],
    says: /seal 5, record 5: A sealed record, its seal or its place in the chain was changed/,
  },
  'the same with every hash made anew': {
    statements: ['update audit_records set at = (select at from audit_records where id = 4) where id in (5, 6)'],
    rehashed: true,
    says: /seal 6, record –: A head does not fit its signature or the chain/,
  },
  'a changed record among those that go': {
    statements: ["update audit_records set action = 'logout' where id = 2"],
    says: /seal 2, record 2:/,
  },
  'a changed personal member': {
    statements: ["update audit_records set ip = '10.9.9.9' where id = 3"],
    says: /seal 3, record 3: Changed since it was sealed: ip/,
  },
  'blanked personal members': {
    statements: [
      "update audit_records set ip = null, user_agent = null, actor_email = null, meta = '{}' where id = 3",
      'update audit_seals set actor_salt = null, meta_salt = null where seq = 3',
    ],
    says: /seal 3, record 3: Personal members are gone without an erasure on record/,
  },
  'a record that is gone already': {
    statements: ['delete from audit_records where id = 1'],
    says: /seal 1, record 1: A sealed record is gone/,
  },
  'heads that are gone': { statements: ['delete from audit_heads'], says: /No head vouches for what comes before/ },
  'a head that is not ours': {
    statements: ["update audit_heads set signature = 'AAAA' where seq = 4"],
    says: /seal 4, record –: A head does not fit its signature or the chain/,
  },
  'a forged stub': {
    statements: [
      "insert into audit_stubs (seq, hash, signed_at, kid, signature) select 2, hash, '2026-03-02T00:00:00.000Z', 'signing-1', 'AAAA' from audit_seals where seq = 2",
      'delete from audit_records where id <= 2',
      'delete from audit_seals where seq <= 2',
    ],
    says: /seal 2, record –: The stub is not signed by this service/,
  },
};

for (const [name, { statements, rehashed, says }] of Object.entries(ATTACKS)) {
  test(`retention leaves ${name}, and says which`, async (t) => {
    const { service, logged, ids, keep, verify } = await agedService(t);
    await run(service, ...statements);
    if (rehashed) await rehash(service);
    const before = await ids();
    await service.audit.forget();
    await assert.rejects(keep(), says, 'the job counts as failed');
    assert.deepEqual(await ids(), before, 'nothing was erased');
    assert.deepEqual(await service.audit.take(), []);
    assert.match(logged.at(-1)?.err?.message ?? '', says);
    assert.equal((await verify()).ok, false);
  });
}
