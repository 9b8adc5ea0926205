// engine: none
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';

const BIN = join(import.meta.dirname, '../../bin');
const YESTERDAY = new Date(Date.now() - 86_400_000);

/** An installation whose programs print what they were started from. */
function installation(t: TestContext, files: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'iskaznica-joined-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
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
