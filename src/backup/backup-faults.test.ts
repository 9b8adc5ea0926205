// engine: none
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../../test/support/operator-command.ts';
import { seedStore } from '../../test/support/seeded-store.ts';
import { mountSmallDisk } from '../../test/support/small-disk.ts';
import { roundsOr, timeFor } from '../../test/support/test-rounds.ts';

const COMMAND = join(import.meta.dirname, '../../bin/iskaznica.js');
const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

type Env = Readonly<Record<string, string>>;

/** Something to back up: people, and files that no compression shortens. */
async function startKept(t: TestContext) {
  const { dataDir, env: store } = await seedStore(t, { people: 3 });
  const documents = join(dataDir, 'files', 'documents');
  mkdirSync(documents, { recursive: true });
  for (let file = 1; file <= 4; file++) writeFileSync(join(documents, `${file}.pdf`), randomBytes(700_000));
  const disk = mountSmallDisk(t, 16);
  const folder = join(disk?.path ?? dataDir, 'kopije');
  return {
    env: { ...store, SVC_BACKUP_DIR: folder, SVC_BACKUP_PASSPHRASE: PASSPHRASE, SVC_BACKUP_KEEP: '2' },
    folder,
    disk,
  };
}

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.backup'));

async function killedAtAnyPoint(env: Env, usual: number): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, 'backup', 'create'], { env: { PATH: '/usr/bin:/bin', ...env } });
  const ended = once(child, 'exit');
  await Promise.race([ended, pause(randomInt(usual), undefined, { ref: false })]);
  child.kill('SIGKILL');
  await ended;
}

/** One bit anywhere. The command has to say where it is: in the head, or in which bytes and which entry. */
async function flippedBit(env: Env, folder: string, path: string): Promise<void> {
  const bytes = readFileSync(path);
  const at = randomInt(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  const bad = join(folder, 'flipped');
  writeFileSync(bad, bytes);
  const { code, err } = await runCommand(`backup verify ${bad}`, env);
  rmSync(bad);
  assert.equal(code, 1, `byte ${at}`);
  const [, from, to] =
    /damaged(?:, or cut off,)? at bytes (\d+) to (\d+), in (?:database|files\/documents\/\d\.pdf|audit-heads\.jsonl|manifest\.json|what follows \S+|the beginning)\.$/m.exec(
      err,
    ) ?? [];
  if (from === undefined) return assert.match(err, /its head is damaged|it is no backup|the passphrase is another one/);
  const isHead = Number(from) < 1000 && at < Number(from); // each chunk is bound to the head
  assert.ok(isHead || (at >= Number(from) && at < Number(to)), `byte ${at} of ${err}`);
}

/** Each fault once. */
const rounds = roundsOr(4);

test('whatever goes wrong while a backup is made, the ones before it stay good; a flipped bit is named', {
  timeout: timeFor(240_000),
}, async (t) => {
  const { env, folder, disk } = await startKept(t);
  const first = await runCommand('backup create', env);
  assert.equal(first.code, 0, first.err);
  const begun = performance.now();
  await killedAtAnyPoint(env, 1_000_000); // one that ends by itself, for how long it takes
  const usual = Math.ceil(performance.now() - begun);
  const tally = { killed: 0, full: 0, away: 0, flipped: 0, made: 0 };
  for (let round = 0; round < rounds; round++) {
    const before = new Map(backupsIn(folder).map((name) => [name, readFileSync(join(folder, name))]));
    const newest = [...before.keys()].sort().at(-1) ?? '';
    const fault = round % 4;
    if (fault === 0) {
      await killedAtAnyPoint(env, usual);
      tally.killed++;
    } else if (fault === 1) {
      if (disk === undefined) continue;
      disk.fill();
      const filler = join(disk.path, 'filler');
      const free = randomInt(3_000_000);
      writeFileSync(filler, Buffer.alloc(Math.max(0, statSync(filler).size - free)));
      const { code, err } = await runCommand('backup create', env);
      disk.free();
      assert.equal(code, 1);
      assert.match(err, /ENOSPC/);
      tally.full++;
    } else if (fault === 2) {
      const child = spawn(process.execPath, [COMMAND, 'backup', 'create'], { env: { PATH: '/usr/bin:/bin', ...env } });
      const ended = once(child, 'exit');
      await Promise.race([ended, pause(randomInt(usual), undefined, { ref: false })]);
      renameSync(folder, `${folder}-away`);
      await ended;
      rmSync(folder, { recursive: true, force: true }); // it may have begun after that, in a new folder
      renameSync(`${folder}-away`, folder);
      tally.away++;
    } else {
      await flippedBit(env, folder, join(folder, newest));
      tally.flipped++;
    }
    const after = backupsIn(folder);
    assert.ok(after.includes(newest), `round ${round}: the newest one is still there`);
    for (const name of after) {
      const { code, err } = await runCommand(`backup verify ${join(folder, name)}`, env);
      assert.equal(code, 0, `round ${round}: ${err}`);
      const known = before.get(name);
      if (known === undefined) tally.made++;
      else assert.ok(known.equals(readFileSync(join(folder, name))), `round ${round}: ${name} is as it was`);
    }
  }
  assert.equal((await runCommand('backup create', env)).code, 0);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  );
  t.diagnostic(JSON.stringify(tally));
});
