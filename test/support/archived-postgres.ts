import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../tools/test-run/engine-probe.ts';
import { freePort } from './service-process.ts';

/** A PostgreSQL of the test's own that archives its log, as `docs/operations.md` describes. */
export interface ArchivedPostgres {
  readonly url: string;
  /** A base backup. */
  backUp(): void;
  /** Kills it. Its log so far is in the archive or in its folder. */
  crash(): Promise<void>;
  /** The base backup, with the log up to that time, at the same address. */
  recover(to: string): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/** Undefined where there are no binaries, or no user that may run them. */
export async function startArchivedPostgres(t: TestContext): Promise<ArchivedPostgres | undefined> {
  const [binaries] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const owner = ownerOf();
  if (binaries === undefined || owner === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-archive-'));
  const [data, base, wal] = [join(folder, 'data'), join(folder, 'base'), join(folder, 'wal')];
  mkdirSync(wal);
  for (const path of [folder, wal]) chownSync(path, owner.uid, owner.gid);
  const run = (program: string, ...words: string[]) =>
    execFileSync(join(binaries, program), words, { ...owner, cwd: folder, stdio: 'pipe' });
  run('initdb', '--username=root', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '-D', data);
  const port = await freePort();
  const url = `postgres://root@127.0.0.1:${port}/postgres`;
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${folder}'`,
      'fsync = off',
      'archive_mode = on',
      `archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f'`,
      '',
    ].join('\n'),
  );
  let server = start(data);
  t.after(async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  });
  function start(from: string) {
    return spawn(join(binaries as string, 'postgres'), ['-D', from], { ...owner, cwd: folder, stdio: 'ignore' });
  }
  async function end() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGQUIT');
    await once(server, 'exit');
  }
  async function untilReady() {
    for (const giveUpAt = performance.now() + READY_WITHIN_MS; performance.now() < giveUpAt; await pause(100))
      if ((await findPostgres(url)).problem === undefined) return;
    throw new Error('PostgreSQL did not start in time');
  }
  await untilReady();
  return {
    url,
    backUp: () => {
      run('pg_basebackup', '-h', '127.0.0.1', '-p', String(port), '-U', 'root', '-D', base, '--checkpoint=fast');
    },
    crash: end,
    recover: async (to) => {
      writeFileSync(join(base, 'recovery.signal'), '');
      appendFileSync(
        join(base, 'postgresql.conf'),
        [
          'archive_mode = off',
          `restore_command = 'cp ${wal}/%f %p'`,
          `recovery_target_time = '${to}'`,
          `recovery_target_action = 'promote'`,
          '',
        ].join('\n'),
      );
      server = start(base);
      await untilReady();
      await untilPromoted(url);
    },
  };
}

/** It answers before it has read the archive to the end, and takes writes only then. */
async function untilPromoted(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const isRecovering = async () =>
    (await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')).rows[0]?.recovering;
  try {
    for (const giveUpAt = performance.now() + READY_WITHIN_MS; performance.now() < giveUpAt; await pause(20))
      if ((await isRecovering()) === false) return;
  } finally {
    await client.end();
  }
  throw new Error('PostgreSQL was not promoted in time');
}

function ownerOf(): { uid: number; gid: number } | undefined {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return undefined;
  if (uid !== 0) return { uid, gid };
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}
