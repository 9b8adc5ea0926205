// engine: none
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isNewer } from '../../bin/node-version.js';

const LAUNCHER = join(import.meta.dirname, '../../bin/newest-node.js');

test('versions are compared as numbers, and a pre-release never wins', () => {
  for (const newer of ['v26.10.1', 'v26.11.0', 'v27.0.0', 'v100.0.0']) assert.ok(isNewer(newer, 'v26.10.0'), newer);
  for (const other of ['v26.10.0', 'v26.9.9', 'v25.99.99', 'v27.0.0-nightly', '27.0.0', '', 'x'])
    assert.ok(!isNewer(other, 'v26.10.0'), other);
});

/** A machine whose Node.js has this version and reports how it was called. */
function launch(t: TestContext, version: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'iskaznica-node-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [bin, machine] = [join(root, 'node_modules/.bin'), join(root, 'bin')];
  for (const [folder, says] of [
    [bin, 'v99.0.0'],
    [machine, version],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo ${says}; else printf '%s\\n' ${says} "$@"; fi\n`;
    writeFileSync(join(folder, 'node'), script);
    chmodSync(join(folder, 'node'), 0o755);
  }
  const program = join(root, 'program.mjs');
  writeFileSync(program, 'console.log(process.version); for (const word of process.argv.slice(1)) console.log(word);');
  const env = { PATH: [bin, machine].join(delimiter) };
  const out = execFileSync(process.execPath, [LAUNCHER, program, 'serve', '--x'], { encoding: 'utf8', env });
  return out.trim().replaceAll(program, 'program').split('\n');
}

test("a newer Node.js of the machine's own runs the program, one of a package never does", {
  skip: process.platform === 'win32',
}, (t) => {
  assert.deepEqual(launch(t, 'v98.0.0'), ['v98.0.0', 'program', 'serve', '--x']);
});

test("an older Node.js of the machine's own is not used", { skip: process.platform === 'win32' }, (t) => {
  for (const version of ['v20.20.2', process.version, 'nonsense'])
    assert.deepEqual(launch(t, version), [process.version, 'program', 'serve', '--x']);
});
