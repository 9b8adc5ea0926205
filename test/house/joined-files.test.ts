// engine: none
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { joinService } from '../../tools/joined/join-service.ts';

const BIN = join(import.meta.dirname, '../../bin');

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-joined-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An installation whose programs print what they were started from. */
function installation(t: TestContext, files: readonly string[]) {
  const root = temporaryFolder(t);
  cpSync(BIN, join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `console.log('${path}')`);
  }
  return (program: string) => spawnSync(process.execPath, [join(root, 'bin', program)], { encoding: 'utf8' });
}

const SOURCES = ['src/main.ts', 'src/cli.ts', 'demo/demo.ts'];
const JOINED = ['build/main.js', 'build/cli.js', 'build/demo.js'];
const PROGRAMS = ['serve.js', 'iskaznica.js', 'demo.js'];

test('the service, its commands and the demo start from the joined files', (t) => {
  const start = installation(t, [...SOURCES, ...JOINED]);
  assert.deepEqual(
    PROGRAMS.map((program) => start(program).stdout.trim()),
    JOINED,
  );
});

test('without joined files they say how to build them', (t) => {
  const start = installation(t, SOURCES);
  for (const { status, stdout, stderr } of PROGRAMS.map(start)) {
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^The service is not built\. Run `npm run build`/);
  }
});

test('joined files are ASCII, or Node.js would keep them in twice the memory', async (t) => {
  const folder = temporaryFolder(t);
  await joinService(folder);
  const joined = globSync('*.js', { cwd: folder });
  assert.ok(joined.includes('main.js'));
  assert.deepEqual(
    joined.filter((file) => /[\u0080-\uffff]/.test(readFileSync(join(folder, file), 'utf8'))),
    [],
  );
});
