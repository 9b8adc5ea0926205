import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService } from '../../src/entry/start/service.ts';
import { auditSealer } from '../../src/platform/audit/seal-audit.ts';
import { systemClock } from '../../src/platform/kernel/clock.ts';
import { messageOf } from '../../src/platform/kernel/unchecked.ts';
import type { Environment } from './command-process.ts';
import { runCommand } from './operator-command.ts';
import { PROCESS_PASSWORD, seedStore } from './seeded-store.ts';
import { createTestStore } from './test-store.ts';

const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

/** A machine as an operator has it. */
export interface Machine {
  readonly env: Environment;
  readonly dataDir: string;
}

/** A service with a backup, after which one of its people was suspended; its journal lies beside the backup. */
export interface Kept extends Machine {
  readonly folder: string;
  readonly backup: string;
  /** Whoever was suspended after the backup was made. */
  readonly suspended: string;
  /** Whoever may still sign in. */
  readonly active: string;
}

export async function keepBackup(t: TestContext): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-kopije-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const backups = { SVC_BACKUP_DIR: folder, SVC_BACKUP_PASSPHRASE: PASSPHRASE };
  const { service, env, dataDir, emails } = await seedStore(t, { people: 2, env: backups });
  const [suspended = '', active = ''] = emails;
  const seal = auditSealer({ ...service, clock: systemClock });
  await seal();
  const made = await runCommand('backup create', env);
  const [, backup] = /^(\S+\.backup): /m.exec(made.out) ?? [];
  if (backup === undefined) throw new Error(made.err);
  const done = await runCommand(`user suspend --email ${suspended}`, env);
  if (done.code !== 0) throw new Error(done.err);
  await seal();
  await service.writeJournal();
  return { env, dataDir, folder, backup, suspended, active };
}

/** Another machine: an empty store, the secret that was saved, and what `keeps` names of the data folder. */
export async function anotherMachine(t: TestContext, kept: Kept, keeps: readonly string[] = []): Promise<Machine> {
  const store = await createTestStore();
  t.after(() => store.remove());
  for (const name of ['secret', ...keeps]) {
    const from = join(kept.dataDir, name);
    if (existsSync(from)) copyFileSync(from, join(store.dataDir, name));
  }
  return { env: { ...kept.env, ...store.env }, dataDir: store.dataDir };
}

/** What a start would do: the words of its refusal, or the statuses of the two people's sign-ins. */
export async function startsWith(
  machine: Machine,
  kept: Kept,
): Promise<string | { suspended: number; active: number }> {
  try {
    const service = await openService(readSettings(machine.env), { log: pino({ level: 'silent' }) });
    const signIn = async (email: string) => {
      const payload = { email, password: PROCESS_PASSWORD };
      return (await service.server.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode;
    };
    try {
      return { suspended: await signIn(kept.suspended), active: await signIn(kept.active) };
    } finally {
      await service.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}
