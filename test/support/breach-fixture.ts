import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runCommand } from './operator-command.ts';
import { scratchFolder } from './scratch-folder.ts';

const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('hex').toUpperCase();

/** Lines in the format of Have I Been Pwned. */
export const hashLinesOf = (passwords: Iterable<string>): string[] =>
  [...new Set(passwords)].map((password, index) => `${sha1(password)}:${index + 1}`).sort();

/** A list of these passwords, made by the command. Returns its path. */
export async function breachListOf(t: TestContext, passwords: readonly string[]): Promise<string> {
  const folder = scratchFolder(t);
  const [from, to] = [join(folder, 'hashes.txt'), join(folder, 'breached.list')];
  writeFileSync(from, hashLinesOf(passwords).join('\r\n'));
  const { code, err } = await runCommand(`passwords build-breach-list ${from} ${to}`, {});
  assert.equal(code, 0, err);
  return to;
}
