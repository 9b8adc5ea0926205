// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { testEngine } from '../../../test/support/test-engine.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { instantAt, nowOf } from '../kernel/clock.ts';
import { days, minutes } from '../kernel/durations.ts';
import { rotateKeys } from '../keys/rotate-keys.ts';
import { NO_META } from './audit-chain.ts';
import { byOperator } from './audit-context.ts';
import { headFile } from './audit-head-file.ts';
import { eraseAuditOf } from './person-records-store.ts';
import { recordAudit, recordAudits } from './record-audit.ts';
import { auditSealer, type SealDeps } from './seal-audit.ts';
import { findNewestHead } from './single-records-store.ts';
import { trimAudit } from './trim-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const partsOf = ({ database, keys, clock, dataDir }: TestService): SealDeps => ({
  database,
  keys,
  clock,
  heads: headFile(dataDir),
});

/** Six records, sealed under two heads. */
async function sealedService(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const parts = partsOf(service);
  const seal = auditSealer(parts);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.signIn('ana@example.hr', 'krivo');
  await service.signIn('ana@example.hr');
  await seal();
  service.clock.advance(minutes(10));
  await service.signIn('ana@example.hr', 'krivo');
  await service.signIn('ana@example.hr');
  await seal();
  return { service, parts, seal, verify: () => verifyAudit(parts) };
}

/** A record with a chosen id. */
const numbered = (id: number, at: string): string =>
  `insert into audit_records (id, at, action, meta) ${testEngine === 'postgres' ? 'overriding system value ' : ''}` +
  `values (${id}, '${at}', 'login.ok', '{}')`;

const tamper = (service: TestService, statement: string) =>
  service.database.transaction((tx) => sql.raw(statement).execute(tx));

const newestOf = ({ database }: TestService) =>
  database.read.selectFrom('audit_records').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

const FIRST = { id: 1, tenant_id: 1 };

test('an untouched chain verifies, also after its keys were rotated', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const report = await verify();
  assert.deepEqual([report.ok, report.unsealed, report.problems], [true, 0, []]);
  const [records] = await service.database.read
    .selectFrom('audit_records')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .execute();
  assert.deepEqual([report.sealed, report.head?.seq], [records?.n, records?.n]);
  const [signing] = await rotateKeys(service.database, () => service.secrets, service.clock);
  await service.keys.reload();
  service.clock.advance(minutes(5));
  await service.signIn('ana@example.hr');
  assert.deepEqual(await seal(), { sealed: 1 });
  const later = await verify();
  assert.deepEqual([later.ok, later.head?.kid], [true, signing?.kid]);
});

const ATTACKS: Readonly<Record<string, { statements: string[]; finds: string[] }>> = {
  'an edited member': {
    statements: ["update audit_records set action = 'login.fail' where id = (select max(id) from audit_records)"],
    finds: ['changed'],
  },
  'an edited personal member': {
    statements: ["update audit_records set ip = '10.9.9.9' where id = (select max(id) from audit_records)"],
    finds: ['changed'],
  },
  'a removed record': {
    statements: ['delete from audit_records where id = (select max(id) - 1 from audit_records)'],
    finds: ['removed'],
  },
  'a removed record with its seal': {
    statements: ['delete from audit_seals where seq = 3', 'delete from audit_records where id = 3'],
    finds: ['removed'],
  },
  'two records swapped': {
    statements: [
      'update audit_seals set record_id = -1 where seq = 2',
      'update audit_seals set record_id = 2 where seq = 3',
      'update audit_seals set record_id = 3 where seq = 2',
    ].map((text) => text),
    finds: ['changed', 'changed'],
  },
  'an inserted record of the past': {
    statements: ["insert into audit_records (at, action, meta) values ('2026-03-01T10:00:00.000Z', 'login.ok', '{}')"],
    finds: ['backdated'],
  },
  'a record put before the first': {
    statements: [numbered(-7, '2026-03-01T10:20:00.000Z')],
    finds: ['reordered'],
  },
  'a record put before the first with a seal of its own': {
    statements: [
      numbered(-7, '2026-03-01T10:20:00.000Z'),
      "insert into audit_seals (seq, record_id, actor_salt, meta_salt, commitments, hash) values (0, -7, 'a', 'b', '[]', 'x')",
    ],
    finds: ['reordered'],
  },
  'a cut tail': {
    statements: [
      'delete from audit_seals where seq > 2',
      'delete from audit_heads where seq > 2',
      'delete from audit_records where id > 2',
    ],
    finds: ['cut', 'cut'],
  },
  'a replaced head': {
    statements: ["update audit_heads set signature = 'AAAA' where seq = (select max(seq) from audit_heads)"],
    finds: ['forged_head'],
  },
  'blanked personal members': {
    statements: [
      "update audit_records set ip = null, user_agent = null, actor_email = null, meta = '{}' where id = 3",
      'update audit_seals set actor_salt = null, meta_salt = null where seq = 3',
    ],
    finds: ['blanked'],
  },
};

for (const [name, { statements, finds }] of Object.entries(ATTACKS)) {
  test(`${name} is found`, async (t) => {
    const { service, verify } = await sealedService(t);
    for (const statement of statements) await tamper(service, statement);
    const report = await verify();
    assert.equal(report.ok, false);
    assert.deepEqual(
      report.problems.map(({ kind }) => kind).slice(0, finds.length),
      finds,
      JSON.stringify(report.problems),
    );
  });
}

test('the sealer does not sign a chain that was rewritten', async (t) => {
  const { service, seal } = await sealedService(t);
  await tamper(service, "update audit_seals set hash = 'x' where seq = (select max(seq) from audit_seals)");
  await service.signIn('ana@example.hr');
  assert.ok('broken' in ((await seal()) ?? {}));
});

test('erasing a person leaves the chain intact', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const user = await service.addPerson({ email: 'brisana@example.hr' });
  await service.signIn('brisana@example.hr', 'krivo');
  await service.signIn('brisana@example.hr');
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  const token = (await service.signIn('admin@example.hr')).body.access_token;
  await service.call(`PATCH /api/admin/users/${user.id}`, { token, body: { prezime: 'Planinčić' } });
  await seal();
  await service.database.transaction(async (tx) => {
    await eraseAuditOf(tx, user.id);
    await tx
      .insertInto('audit_records')
      .values({
        at: nowOf(service.clock),
        action: 'erasure.complete',
        user_id: user.id,
        meta: NO_META,
        tenant_id: 1,
        actor_id: null,
        actor_email: null,
        ip: null,
        user_agent: null,
        request_id: null,
      })
      .execute();
  });
  const between = await verify();
  assert.deepEqual([between.ok, between.erased], [true, 4], 'the erasure is on record and waits for its seal');
  await seal();
  const report = await verify();
  assert.deepEqual([report.ok, report.erased], [true, 4], JSON.stringify(report.problems));
  const rows = await service.database.read.selectFrom('audit_records').selectAll().execute();
  assert.ok(!/brisana@example.hr|Planinčić/.test(JSON.stringify(rows)));
  const edited = rows.find(({ action }) => action === 'user.update');
  assert.deepEqual([edited?.actor_email, edited?.meta], ['admin@example.hr', '{}'], 'the administrator stays known');
});

test('records that are erased while they are sealed leave the chain intact', async (t) => {
  const { service, parts, verify } = await sealedService(t);
  const { database } = service;
  const user = await service.addPerson({ email: 'brisana@example.hr' });
  await service.signIn('brisana@example.hr', 'krivo');
  await service.signIn('brisana@example.hr');
  const erase = () =>
    database.transaction(async (tx) => {
      await eraseAuditOf(tx, user.id);
      await recordAudit(tx, byOperator(['erasure.erase'], nowOf(service.clock)), {
        action: 'erasure.erase',
        about: user,
        meta: { request_id: 1, blanked: [] },
      });
    });
  let transactions = 0;
  const transaction: typeof database.transaction = async (work) => {
    transactions += 1;
    if (transactions === 2) await erase(); // the first takes the lease
    return database.transaction(work);
  };
  await auditSealer({ ...parts, database: { ...database, transaction } })();
  assert.equal(transactions, 2);
  const report = await verify();
  assert.deepEqual([report.problems, report.unsealed], [[], 0]);
  const rows = await database.read.selectFrom('audit_records').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes('brisana@example.hr'));
});

test('trimming leaves a signed stub from which the rest verifies', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const before = await verify();
  const cutoff = instantAt(service.clock.now() - minutes(5));
  assert.equal(await trimAudit(service, cutoff, { portion: 2, most: 2 }), 2);
  assert.equal(await trimAudit(service, cutoff), 2, 'what is younger stays');
  assert.equal(await trimAudit(service, cutoff), 0);
  const report = await verify();
  assert.deepEqual([report.problems, report.sealed, report.head?.seq], [[], before.sealed - 4, before.head?.seq]);
  await service.signIn('ana@example.hr');
  assert.deepEqual(await seal(), { sealed: 1 });
  assert.equal((await verify()).ok, true);
  await tamper(service, "update audit_stubs set hash = 'x'");
  assert.equal((await verify()).ok, false);
});

test('a record inserted into an old gap of the ids, which no transaction can still fill, is found', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const row = (id: number) => numbered(id, nowOf(service.clock));
  await tamper(service, row(90_000));
  if (testEngine === 'postgres')
    await tamper(service, "select setval(pg_get_serial_sequence('audit_records', 'id'), 90000)");
  assert.deepEqual(await seal(), { sealed: 1 });
  for (let turn = 0; turn < 3; turn++) {
    service.clock.advance(minutes(2));
    assert.deepEqual(await seal(), { sealed: 0 });
  }
  for (const id of [70_000, 30_000]) await tamper(service, row(id));
  assert.deepEqual((await verify()).problems, [], 'somebody may have been slow to commit them');
  await tamper(service, numbered(30_001, '2031-01-01T00:00:00.000Z'));
  service.clock.advance(minutes(6));
  await service.signIn('ana@example.hr');
  await seal();
  const found = (await verify()).problems.map(({ kind, record_id }) => [kind, record_id]);
  assert.deepEqual(found.slice(0, 2), [
    ['backdated', 30_000],
    ['backdated', 30_001],
  ]);
});

test('a clock set back causes no false alarm, and hides nobody who writes a record of the past', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const problems = async () => (await verify()).problems.map(({ kind, record_id }) => [kind, record_id]);
  service.clock.advance(days(1));
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  service.clock.advance(minutes(1) - days(1));
  await service.signIn('ana@example.hr', 'krivo');
  assert.deepEqual(await problems(), [], 'not sealed yet');
  await seal();
  assert.deepEqual(await problems(), [], 'sealed');
  const longAgo = instantAt(service.clock.now() - minutes(10));
  await tamper(service, `insert into audit_records (at, action, meta) values ('${longAgo}', 'login.ok', '{}')`);
  const { id } = await newestOf(service);
  assert.deepEqual(await problems(), [['backdated', id]]);
  await seal();
  assert.deepEqual(await problems(), [['backdated', id]]);
  service.clock.advance(days(2));
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  assert.deepEqual(await problems(), [['backdated', id]], 'for ever');
});

test('a clock set back before more records than one head seals causes no false alarm', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  service.clock.advance(days(1));
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  service.clock.advance(minutes(1) - days(1));
  const call = byOperator(['export.self'], nowOf(service.clock));
  const acts = Array.from({ length: 1_200 }, () => ({ action: 'export.self', about: FIRST }) as const);
  await service.database.transaction((tx) => recordAudits(tx, call, acts));
  assert.deepEqual(await seal(), { sealed: 1_200 });
  assert.deepEqual((await verify()).problems, []);
});

test('sealing, trimming and erasing during verification causes no false alarm', {
  timeout: 60_000,
}, async (t) => {
  const { service, parts, seal, verify } = await sealedService(t);
  const user = await service.addPerson({ email: 'brisana@example.hr' });
  const at = nowOf(service.clock);
  const records = (count: number) =>
    service.database.transaction((tx) =>
      recordAudits(
        tx,
        byOperator(['export.self'], at),
        Array.from({ length: count }, () => ({ action: 'export.self', about: user }) as const),
      ),
    );
  await records(6000);
  await seal();
  let walking = true;
  const changes = (async () => {
    for (let round = 0; walking || round < 3; round++) {
      await records(20);
      await seal();
      await trimAudit(service, instantAt(service.clock.now() + 1), { portion: 100, most: 100 });
      if (round === 1)
        await service.database.transaction(async (tx) => {
          await eraseAuditOf(tx, user.id);
          await recordAudits(tx, byOperator(['erasure.complete'], at), [
            { action: 'erasure.complete', about: user, meta: { request_id: 1, blanked: [] } },
          ]);
        });
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let walk = 0; walk < 5; walk++) assert.deepEqual((await verifyAudit(parts)).problems, []);
  walking = false;
  await changes;
  assert.deepEqual((await verify()).problems, []);
});

test('two concurrent sealers produce one chain', async (t) => {
  const { service, parts, verify } = await sealedService(t);
  const sealers = [auditSealer(parts), auditSealer(parts), auditSealer(parts)];
  for (let round = 0; round < 5; round++) {
    service.clock.advance(days(1));
    await service.signIn('ana@example.hr');
    await Promise.allSettled(sealers.map((seal) => seal()));
  }
  assert.deepEqual((await verify()).problems, []);
});

test('many records are sealed in portions, each under its own head, and requests are served in between', async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const before = (await verify()).sealed;
  const at = nowOf(service.clock);
  const entries = Array.from({ length: 1200 }, () => ({ action: 'export.self', about: FIRST }) as const);
  await service.database.transaction((tx) => recordAudits(tx, byOperator(['export.self'], at), entries));
  service.clock.advance(minutes(30)); // as when the service was away
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  assert.deepEqual(await seal(), { sealed: 1200 });
  clearInterval(counting);
  assert.ok(turns >= 10, `${turns} turns of the loop meanwhile`);
  const report = await verify();
  assert.deepEqual([report.problems, report.sealed, report.unsealed], [[], before + 1200, 0]);
  const heads = await service.database.read.selectFrom('audit_heads').select('seq').orderBy('seq', 'desc').execute();
  assert.deepEqual(
    heads.slice(0, 3).map(({ seq }) => seq),
    [before + 1200, before + 1000, before + 500],
  );
});

test('at shutdown the current run ends early, and the last run seals all waiting records', {
  timeout: 30_000,
}, async (t) => {
  const { service, seal, verify } = await sealedService(t);
  const before = await findNewestHead(service.database.read);
  const at = nowOf(service.clock);
  const entries = Array.from({ length: 1700 }, () => ({ action: 'export.self', about: FIRST }) as const);
  await service.database.transaction((tx) => recordAudits(tx, byOperator(['export.self'], at), entries));
  const closing = new AbortController();
  const underWay = seal(closing.signal);
  while ((await findNewestHead(service.database.read))?.seq === before?.seq) await pause(1);
  closing.abort();
  const ended = await underWay;
  assert.ok(ended !== undefined && 'sealed' in ended && ended.sealed < 1700, JSON.stringify(ended));
  assert.deepEqual(await seal(closing.signal), { sealed: 1700 - ended.sealed });
  assert.deepEqual((await verify()).problems, []);
});

test('records written out of chronological order are sealed without an alarm', async (t) => {
  const service = await startTestService(t);
  const parts = partsOf(service);
  const times = Array.from({ length: 1100 }, (_, number) => instantAt(service.clock.now() - days((number * 7) % 60)));
  await service.database.transaction(async (tx) => {
    for (const at of times)
      await recordAudit(tx, byOperator(['export.self'], at), { action: 'export.self', about: FIRST });
  });
  assert.deepEqual(await auditSealer(parts)(), { sealed: await countRecords(service) });
  assert.deepEqual((await verifyAudit(parts)).problems, []);
  await tamper(
    service,
    "insert into audit_records (at, action, meta) values ('2020-01-01T00:00:00.000Z', 'login.ok', '{}')",
  );
  assert.deepEqual(
    (await verifyAudit(parts)).problems.map(({ kind }) => kind),
    ['backdated'],
    'what comes later is judged by the last head',
  );
});

async function countRecords({ database }: TestService): Promise<number> {
  const rows = database.read.selectFrom('audit_records').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await rows.executeTakeFirstOrThrow()).n);
}
