// engine: none
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { joinService } from '../../tools/joined/join-service.ts';

const BIN = join(import.meta.dirname, '../../bin');
const YESTERDAY = new Date(Date.now() - 86_400_000);

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
  const write = (path: string, at?: Date) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `console.log('${path}')`);
    if (at) utimesSync(join(root, path), at, at);
  };
  for (const path of files) write(path, YESTERDAY);
  return { write, start: (program: string) => start(join(root, 'bin', program)) };
}

const start = (program: string): string => execFileSync(process.execPath, [program], { encoding: 'utf8' }).trim();

const SOURCES = ['src/main.ts', 'src/cli.ts', 'src/users/user.ts'];
const JOINED = ['build/main.js', 'build/cli.js'];

test('the service and its commands start from the joined files', (t) => {
  const { start } = installation(t, [...SOURCES, ...JOINED]);
  assert.deepEqual(['serve.js', 'iskaznica.js'].map(start), JOINED);
});

test('an edited source file is what runs', (t) => {
  const { write, start } = installation(t, [...SOURCES, ...JOINED]);
  write('src/users/user.test.ts');
  assert.equal(start('serve.js'), 'build/main.js', 'a test is no part of the service');
  write('src/users/user.ts');
  assert.deepEqual(['serve.js', 'iskaznica.js'].map(start), ['src/main.ts', 'src/cli.ts']);
});

test('a package that was replaced later is the one that runs', (t) => {
  const { write, start } = installation(t, [...SOURCES, ...JOINED, 'node_modules/kysely/package.json']);
  assert.equal(start('serve.js'), 'build/main.js');
  write('node_modules/kysely/package.json');
  assert.equal(start('serve.js'), 'src/main.ts');
});

test('without joined files the service starts from its source', (t) => {
  const { start } = installation(t, SOURCES);
  assert.deepEqual(['serve.js', 'iskaznica.js'].map(start), ['src/main.ts', 'src/cli.ts']);
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
