// engine: both
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../test/support/operator-command.ts';
import { PROCESS_PASSWORD, seedStore } from '../../../test/support/seeded-store.ts';
import { createUser } from '../../accounts/users/create-user.ts';
import type { Service } from '../../entry/start/service.ts';
import { instantAt, nowOf, systemClock } from '../kernel/clock.ts';
import { byOperator } from './audit-context.ts';
import { headsPath } from './audit-head-file.ts';
import { signHead } from './head-signature.ts';
import { auditSealer } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const BOSS = 'sef@example.hr';

async function addSuperadmin({ database, passwords }: Service): Promise<number> {
  const passwordHash = await passwords.hash(PROCESS_PASSWORD);
  const names = { ime: 'Ana', prezime: 'Šef' };
  const person = { tenantId: 1, email: BOSS, ...names, role: 'superadmin', status: 'active', passwordHash } as const;
  const call = byOperator(['user.create'], nowOf(systemClock));
  return (await database.transaction((tx) => createUser(tx, call, person))).id;
}

test('after a failover that lost records the chain stops until an operator accepts the loss, on record', async (t) => {
  const { service, dataDir, env, emails } = await seedStore(t, { people: 1 });
  const { database, keys, heads } = service;
  const deps = { database, keys, heads, clock: systemClock };
  const seal = auditSealer(deps);
  const act = async () =>
    service.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: emails[0], password: PROCESS_PASSWORD },
    });
  const broken = async () =>
    (await service.figures.all()).find(({ name }) => name === 'iskaznica_audit_chain_broken')?.samples[0]?.value;
  await seal();
  assert.equal(await broken(), 0);
  const nothing = await runCommand('audit accept-loss --yes', env);
  assert.match(nothing.err, /Nothing is lost/);

  // The old primary had sealed three more records, and stored its head outside.
  const tip = heads.newest()?.seq ?? 0;
  const lost = signHead(keys, 'head', { seq: tip + 3, hash: 'x'.repeat(43), signed_at: nowOf(systemClock) });
  appendFileSync(headsPath(dataDir), `${JSON.stringify(lost)}\n`);
  await act();
  assert.deepEqual(await seal(), { broken: 'the newest head outside the database is not part of the chain' });
  assert.equal(await broken(), 1);
  assert.match((await runCommand('doctor', env)).out, /WRONG +audit chain/);

  const shown = await runCommand('audit accept-loss', env);
  assert.equal(shown.code, 0);
  assert.match(shown.out, new RegExp(`ends at ${tip}\\. Outside it a head of ${tip + 3} .*\n.*\nNothing was done`));
  assert.deepEqual(Object.keys((await seal()) ?? {}), ['broken']);
  // Accepting it requires a password and code; wrong ones count, and nothing is done.
  const answers = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');
  const boss = await addSuperadmin(service);
  for (const [input, said] of [
    ['', /Standard input has ended before: E-mail/],
    [answers(BOSS, 'kriva lozinka'), /Not let in: .*\(1\/5\)/],
    [answers(emails[0] ?? '', PROCESS_PASSWORD), /Only a superadmin may do this/],
  ] as const) {
    const refused = await runCommand('audit accept-loss --yes', env, input);
    assert.equal(refused.code, 1);
    assert.match(refused.err, said);
    assert.deepEqual(Object.keys((await seal()) ?? {}), ['broken']);
  }
  // An account with only a passkey has no password to enter. The command says what to do instead.
  await database.transaction((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', boss).execute(),
  );
  const passwordless = await runCommand('audit accept-loss --yes', env, answers(BOSS, PROCESS_PASSWORD));
  assert.match(passwordless.err, /Not let in: .*\n.*"user create --role superadmin --password-stdin"/);
  const OTHER = 'zamjena@example.hr';
  const made = await runCommand(
    `user create --email ${OTHER} --ime Iva --prezime Zamjena --role superadmin --password-stdin`,
    env,
    answers(PROCESS_PASSWORD),
  );
  assert.equal(made.code, 0, made.err);
  const other = Number(/\((\d+)\)/.exec(made.out)?.[1]);
  const accepted = await runCommand('audit accept-loss --yes --by Iva', env, answers(OTHER, PROCESS_PASSWORD));
  assert.equal(accepted.code, 0, accepted.err);
  const recorded = await database.read
    .selectFrom('audit_records')
    .select(['actor_id', 'actor_email'])
    .where('action', '=', 'audit.accept_loss')
    .execute();
  assert.deepEqual(
    recorded.map((record) => ({ ...record })),
    [{ actor_id: other, actor_email: OTHER }],
  );
  assert.deepEqual(Object.keys((await seal()) ?? {}), ['sealed']);
  assert.equal(await broken(), 0);
  const report = await verifyAudit(deps);
  assert.deepEqual(report.problems, []);
  assert.deepEqual(
    report.breaks.map(({ kind, by, seq, lost_seq }) => [kind, by, seq, lost_seq]),
    [['loss', 'Iva', tip, tip + 3]],
  );
  assert.match((await runCommand('audit verify', env)).out, /note: .*: a loss was accepted by Iva; .*\n.*\n.*whole/);

  // Verified offline, with the head of the old primary.
  const log = join(dataDir, 'log.jsonl');
  writeFileSync(log, (await runCommand('audit export', env)).out);
  const set = await service.server.inject({ method: 'GET', url: '/.well-known/jwks.json' });
  writeFileSync(join(dataDir, 'jwks.json'), set.body);
  const words = `audit verify --file ${log} --keys ${join(dataDir, 'jwks.json')} --heads ${headsPath(dataDir)}`;
  const offline = await runCommand(words, {});
  assert.equal(offline.code, 0, offline.out);
  assert.match(offline.out, /note: .*: a loss was accepted by Iva\. .* and 1 of those kept are of what was lost/);
});

test('write access to the database does not suffice to explain a cut chain', async (t) => {
  const { service, dataDir, env, emails } = await seedStore(t, { people: 1 });
  const { database, keys, heads } = service;
  const deps = { database, keys, heads, clock: systemClock };
  const seal = auditSealer(deps);
  await seal();
  const tip = heads.newest();
  assert.ok(tip);
  const at = nowOf(systemClock);
  const lost = signHead(keys, 'head', { seq: tip.seq + 3, hash: 'x'.repeat(43), signed_at: at });
  const before = readFileSync(headsPath(dataDir), 'utf8');
  appendFileSync(headsPath(dataDir), `${JSON.stringify(lost)}\n`);
  // A break signed by a foreign key, and a genuine one moved to another place.
  const own = { kind: 'loss', ...tip, lost_seq: lost.seq, lost_hash: lost.hash, accepted_at: at, by: 'x' } as const;
  const { signed_at: _, ...facts } = own;
  await database.transaction((tx) =>
    tx
      .insertInto('audit_breaks')
      .values({ ...facts, kid: 'signing-1', signature: lost.signature })
      .execute(),
  );
  assert.deepEqual(Object.keys((await seal()) ?? {}), ['broken']);
  const kinds = (await verifyAudit(deps)).problems.map(({ kind }) => kind);
  assert.deepEqual(kinds.sort(), ['cut', 'forged_head']);

  // A loss that was accepted once does not cover a head signed after it.
  await database.transaction((tx) => tx.deleteFrom('audit_breaks').execute());
  await addSuperadmin(service);
  const accepted = await runCommand('audit accept-loss --yes', env, `${BOSS}\n${PROCESS_PASSWORD}\n`);
  assert.equal(accepted.code, 0, accepted.err);
  await service.server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: emails[0], password: PROCESS_PASSWORD },
  });
  await seal();
  const later = signHead(keys, 'head', { seq: 900, hash: 'y'.repeat(43), signed_at: instantAt(systemClock.now() + 1) });
  appendFileSync(headsPath(dataDir), `${JSON.stringify(later)}\n`);
  assert.deepEqual(Object.keys((await seal()) ?? {}), ['broken']);
  assert.ok((await verifyAudit(deps)).problems.some(({ kind }) => kind === 'cut'));
  assert.notEqual(before, '');
});
