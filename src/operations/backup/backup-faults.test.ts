// engine: both
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BACKUP_PLACES, type BackupPlace } from '../../../test/support/backup-places.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { seedStore } from '../../../test/support/seeded-store.ts';
import { roundsOr, timeFor } from '../../../test/support/test-rounds.ts';

const COMMAND = join(import.meta.dirname, '../../../bin/iskaznica.js');
const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

type Env = Readonly<Record<string, string>>;

/** Something to back up: people, and files that no compression shortens. */
async function startKept(t: TestContext, place: BackupPlace): Promise<Env> {
  const { dataDir, env } = await seedStore(t, { people: 3 });
  const documents = join(dataDir, 'files', 'documents');
  mkdirSync(documents, { recursive: true });
  for (let file = 1; file <= 4; file++) writeFileSync(join(documents, `${file}.pdf`), randomBytes(700_000));
  return { ...env, ...place.env, SVC_BACKUP_PASSPHRASE: PASSPHRASE, SVC_BACKUP_KEEP: '2' };
}

/** Starts a backup. Resolves at some point of it, after at most `usual` milliseconds, or at its end. */
async function begunBackup(env: Env, usual: number) {
  const child = spawn(process.execPath, [COMMAND, 'backup', 'create'], { env: { PATH: '/usr/bin:/bin', ...env } });
  const ended = once(child, 'exit');
  await Promise.race([ended, pause(randomInt(usual), undefined, { ref: false })]);
  return { child, ended };
}

async function killedAtAnyPoint(env: Env, usual: number): Promise<void> {
  const { child, ended } = await begunBackup(env, usual);
  child.kill('SIGKILL');
  await ended;
}

async function awayAtAnyPoint(env: Env, place: BackupPlace, usual: number): Promise<void> {
  const { ended } = await begunBackup(env, usual);
  await place.away();
  await ended;
  await place.back();
}

const FLIPPED = 'iskaznica-2001-01-01T00-00-00-000Z.backup';

/** One bit anywhere. The command has to say where it is: in the head, or in which bytes and which entry. */
async function flippedBit(env: Env, place: BackupPlace, name: string): Promise<void> {
  const bytes = Buffer.from(place.content(name));
  const at = randomInt(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  place.put(FLIPPED, bytes);
  const { code, err } = await runCommand(`backup verify ${FLIPPED}`, env);
  place.remove(FLIPPED);
  assert.equal(code, 1, `byte ${at}`);
  const [, from, to] =
    /damaged(?:, or cut off,)? at bytes (\d+) to (\d+), in (?:database|files\/documents\/\d\.pdf|audit-heads\.jsonl|manifest\.json|what follows \S+|the beginning)\.$/m.exec(
      err,
    ) ?? [];
  if (from === undefined) return assert.match(err, /its head is damaged|it is no backup|the passphrase is wrong/);
  const isHead = Number(from) < 1000 && at < Number(from); // each chunk is bound to the head
  assert.ok(isHead || (at >= Number(from) && at < Number(to)), `byte ${at} of ${err}`);
}

/** Each fault once. */
const rounds = roundsOr(4);

for (const [kind, open] of Object.entries(BACKUP_PLACES))
  test(`${kind}: whatever goes wrong while a backup is made, the ones before it stay good; a flipped bit is named`, {
    timeout: timeFor(240_000),
  }, async (t) => {
    const place = await open(t);
    const env = await startKept(t, place);
    const first = await runCommand('backup create', env);
    assert.equal(first.code, 0, first.err);
    const begun = performance.now();
    await (await begunBackup(env, 1)).ended; // for how long one takes
    const usual = Math.ceil(performance.now() - begun);
    const tally = { killed: 0, full: 0, away: 0, flipped: 0, made: 0 };
    for (let round = 0; round < rounds; round++) {
      const before = new Map(place.names().map((name) => [name, Buffer.from(place.content(name))]));
      const newest = place.names().at(-1) ?? '';
      const fault = round % 4;
      if (fault === 0) {
        await killedAtAnyPoint(env, usual);
        tally.killed++;
      } else if (fault === 1) {
        if (place.full === undefined) continue;
        await place.full(async () => {
          const { code, err } = await runCommand('backup create', env);
          assert.equal(code, 1, `round ${round}`);
          return err;
        });
        tally.full++;
      } else if (fault === 2) {
        await awayAtAnyPoint(env, place, usual);
        tally.away++;
      } else {
        await flippedBit(env, place, newest);
        tally.flipped++;
      }
      const after = place.names();
      assert.ok(after.includes(newest), `round ${round}: the newest one is still there`);
      for (const name of after) {
        const { code, err } = await runCommand(`backup verify ${name}`, env);
        assert.equal(code, 0, `round ${round}: ${err}`);
        const known = before.get(name);
        if (known === undefined) tally.made++;
        else assert.ok(known.equals(place.content(name)), `round ${round}: ${name} is as it was`);
      }
    }
    assert.equal((await runCommand('backup create', env)).code, 0);
    assert.deepEqual(place.partials(), []);
    t.diagnostic(JSON.stringify(tally));
  });
