import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

const SCRIPT = `
const { DatabaseSync } = require('node:sqlite');
const handle = new DatabaseSync(process.argv[1], { timeout: 5000 });
handle.exec('begin immediate');
process.stdout.write('held');
setTimeout(() => handle.exec('commit'), Number(process.argv[2]));
`;

/** Another process that holds SQLite's write lock for that long, like an operator's command. Resolves once it has it. */
export async function holdWriteLock(t: TestContext, path: string, ms: number): Promise<void> {
  const holder = spawn(process.execPath, ['-e', SCRIPT, path, String(ms)], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => endHolder(holder));
  await once(holder.stdout, 'data');
}

async function endHolder(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  holder.kill('SIGKILL');
  await once(holder, 'close');
}
