import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface HaproxyProcess {
  /** Reads the configuration again; the old process finishes what it has. */
  reload(): void;
}

/**
 * HAProxy with one of the configurations of `deploy`, with local addresses.
 * @param program its path on this machine
 */
export async function startHaproxy(
  t: TestContext,
  { program, configuration, addresses, folder }: HaproxyStart,
): Promise<HaproxyProcess> {
  const written = readFileSync(join(import.meta.dirname, '../../deploy/haproxy', configuration), 'utf8');
  const here = Object.entries(addresses).reduce((text, [there, own]) => {
    if (!text.includes(there)) throw new Error(`${configuration} does not name ${there}`);
    return text.replaceAll(there, own);
  }, written);
  const file = join(folder, configuration);
  writeFileSync(file, here);
  const child = spawn(program, ['-W', '-db', '-f', file], { stdio: 'ignore', cwd: folder });
  t.after(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  return { reload: () => void child.kill('SIGUSR2') };
}

interface HaproxyStart {
  readonly program: string;
  /** A file of deploy/haproxy. */
  readonly configuration: string;
  /** Replacements of texts in that file. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly folder: string;
}
