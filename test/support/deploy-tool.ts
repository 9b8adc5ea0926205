import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { surroundings } from './surroundings.ts';

export const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Options of `podman run` with which it works inside a container of CI: it asks for higher limits by itself, and is refused. */
export const PODMAN_OPTIONS = ['--runtime', 'runc', '--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=4096:4096'];

/** Debian installs servers outside users' PATH. */
const FOLDERS = [...(surroundings().PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** The tool that a part of `deploy` is checked with, or a skip that says what is missing: a failure in CI. */
export function findTool(t: TestContext, name: string, debianPackage: string): string | undefined {
  const path = FOLDERS.map((folder) => join(folder, name)).find(existsSync);
  if (path === undefined) t.skip(`NOT CHECKED: ${name} is missing (apt-get install ${debianPackage})`);
  return path;
}

interface ToolRun {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Its output on both streams. @throws AssertionError with the output, when it fails */
export function runTool(program: string, words: readonly string[], { cwd = DEPLOY, env, timeoutMs }: ToolRun = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    timeout: timeoutMs ?? 60_000,
    maxBuffer: 64 * 1024 * 1024,
    ...(env && { env: { ...surroundings(), ...env } }),
  });
  assert.equal(status, 0, `${program} ${words.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout + stderr;
}
