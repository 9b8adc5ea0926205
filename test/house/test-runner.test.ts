// engine: none
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findPostgres, findRedis } from '../../tools/test-run/engine-probe.ts';
import { planTests } from '../../tools/test-run/test-plan.ts';
import { plantTree } from './fixture-tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOBODY = '127.0.0.1:1';

const TESTS = {
  'src/keys/keys.test.ts': `// engine: both\nimport test from 'node:test';\ntest('on both', () => {});\ntest('later', { skip: true });`,
  'src/keys/race.test.ts': `// engine: postgres\nimport test from 'node:test';\ntest('race', () => {});`,
  'src/users/alone.test.ts': `import test from 'node:test';\ntest('alone', () => {});`,
  'src/users/ends.test.ts': `import test from 'node:test';\ntest('ends', () => process.exit(0));`,
  'src/users/empty.test.ts': '',
  'test/house/pure.test.ts': `// engine: none\nimport test from 'node:test';\ntest('pure', () => {});`,
  'test/house/broken.test.ts': `// engine: none\nimport test from 'node:test';\ntest('broken', () => { throw new Error('no'); });`,
  'test/house/hollow.test.ts': '// engine: none',
  'test/journeys/page.test.ts': `// engine: browser\nimport test from 'node:test';\ntest('page', () => {});`,
  'test/house/judge.test.ts': `// engine: statements\nimport test from 'node:test';\ntest('judge', () => {});`,
  'test/house/slow-start.test.ts': onceOnly('slow start'),
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => [
      `test/house/shaken-${name}.test.ts`,
      onceOnly('shaken'),
    ]),
  ),
};

const USERS = ['alone', 'empty', 'ends'].map((name) => `src/users/${name}.test.ts`);

/** Fails on its first run only. */
function onceOnly(name: string): string {
  return `// engine: none
import { existsSync, writeFileSync } from 'node:fs';
import test from 'node:test';
const ran = import.meta.filename + '.ran';
test(${JSON.stringify(name)}, () => {
  if (existsSync(ran)) return;
  writeFileSync(ran, '');
  throw new Error('not yet');
});`;
}

interface Run {
  readonly status: number | null;
  readonly out: string;
  readonly lastLine: string | undefined;
}

/** Runs the real runner in a small repository, without this process's environment. */
function runRunner(test: TestContext, filter: string, env: Record<string, string> = {}): Run {
  const root = plantTree(test, { ...TESTS, 'package.json': '{ "type": "module" }' });
  for (const part of ['tools/run-tests.ts', 'tools/test-run'])
    cpSync(join(ROOT, part), join(root, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const nothing = { TEST_DATABASE_URL: `postgres://${NOBODY}/none`, TEST_REDIS_URL: `redis://${NOBODY}` };
  const command = [join(root, 'tools/run-tests.ts'), filter];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env: { ...nothing, ...env },
    encoding: 'utf8',
  });
  return { status, out: stdout + stderr, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

async function fakeRedis(test: TestContext, reply: string): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => {}).end(reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => server.close());
  return `redis://:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('test runner', () => {
  it('sorts files into passes by their first line', (test) => {
    const { files, journeys, statements } = planTests(plantTree(test, TESTS), []);
    const once = Object.entries(TESTS).filter(([, text]) => text.startsWith('// engine: none'));
    assert.deepEqual(
      files.sqlite,
      [...once.map(([file]) => file).sort(), 'src/keys/keys.test.ts', ...USERS],
      'long ones first',
    );
    assert.deepEqual(files.postgres, ['src/keys/keys.test.ts', 'src/keys/race.test.ts']);
    assert.deepEqual(statements, ['test/house/judge.test.ts']);
    assert.deepEqual(journeys, ['test/journeys/page.test.ts']);
  });

  it('runs only one part where the work is shared', (test) => {
    const { out, lastLine } = runRunner(test, 'keys', { TEST_PASS: 'postgres' });
    assert.doesNotMatch(out, /RAN/);
    assert.equal(lastLine, '0 passed, 0 failed, 0 skipped');
    assert.match(runRunner(test, 'keys', { TEST_PASS: 'sqlite' }).out, /RAN {6}SQLite: 1 files/);
    assert.match(runRunner(test, 'keys', { TEST_PASS: 'oracle' }).out, /TEST_PASS=oracle is not known/);
  });

  it('refuses a file that no pass would run', (test) => {
    const root = plantTree(test, { 'src/keys/keys.test.ts': '// engine: oracle' });
    assert.throws(() => planTests(root, []), /"engine: oracle" is not known/);
  });

  it('tells what ran, what did not and why, and ends with the totals', (test) => {
    const { status, out, lastLine } = runRunner(test, 'keys');
    assert.match(out, /RAN {6}SQLite: 1 files, 1 passed, 0 failed, 1 skipped/);
    assert.match(out, /NOT RUN {2}PostgreSQL: connect ECONNREFUSED/);
    assert.match(out, /NOT RUN {2}Redis: connect ECONNREFUSED/);
    assert.match(out, /skipped {2}src\/keys\/keys.test.ts: later \[SQLite\]/);
    assert.equal(lastLine, '1 passed, 0 failed, 1 skipped');
    assert.equal(status, 1, 'an engine somebody named and that does not answer is a failure');
  });

  it('runs journeys where there is a browser, and else says that it did not', (test) => {
    const without = runRunner(test, 'test/', { TEST_CHROMIUM: '/nowhere/chromium' });
    assert.match(
      without.out,
      /NOT RUN {2}Chromium: not found at \/nowhere\/chromium \(1 journeys through the pages not run\)/,
    );
    assert.doesNotMatch(without.out, /✔ page/);
    const { out, lastLine } = runRunner(test, 'journeys', { TEST_CHROMIUM: process.execPath });
    assert.match(out, /✔ page/);
    assert.equal(lastLine, '1 passed, 0 failed, 0 skipped');
  });

  it('fails for a failing test and for a file without one', (test) => {
    const broken = runRunner(test, 'broken');
    assert.match(broken.out, /FAILED {3}test\/house\/broken.test.ts: broken \[SQLite\]/);
    const place = /✖ test\/house\/broken.test.ts: broken \[SQLite\]\nError: no\n +at .*broken.test.ts:3/;
    assert.match(broken.out, place, 'what it threw, beside the totals');
    assert.equal(broken.lastLine, '0 passed, 1 failed, 0 skipped');
    const hollow = runRunner(test, 'hollow');
    assert.equal(hollow.lastLine, '0 passed, 1 failed, 0 skipped');
    assert.deepEqual([broken.status, hollow.status], [1, 1]);
  });

  it('misses no file of those that share a process', (test) => {
    const { out, lastLine } = runRunner(test, 'src/users');
    assert.match(out, /FAILED {3}src\/users\/empty.test.ts/);
    assert.match(out, /FAILED {3}src\/users\/ends.test.ts/);
    assert.equal(lastLine, '1 passed, 2 failed, 0 skipped');
  });

  it('tries a file again that failed, and tells what it threw', (test) => {
    const { out, lastLine } = runRunner(test, 'slow-start');
    assert.match(
      out,
      /UNSTEADY test\/house\/slow-start.test.ts: slow start \[SQLite\]: failed, and not when tried again/,
    );
    assert.match(out, /✖ test\/house\/slow-start.test.ts: slow start \[SQLite\]\nError: not yet/);
    assert.equal(lastLine, '1 passed, 0 failed, 0 skipped');
  });

  it('tries nothing again where races are counted in rounds', (test) => {
    const { out, lastLine } = runRunner(test, 'slow-start', { TEST_ROUNDS: '2' });
    assert.doesNotMatch(out, /UNSTEADY/);
    assert.equal(lastLine, '0 passed, 1 failed, 0 skipped');
  });

  it('tries nothing again where more than a few files failed', (test) => {
    const { out, lastLine } = runRunner(test, 'shaken');
    assert.doesNotMatch(out, /UNSTEADY/);
    assert.equal(lastLine, '0 passed, 9 failed, 0 skipped');
  });

  it('fails when nothing ran', (test) => {
    const { status, out, lastLine } = runRunner(test, 'no-such-file');
    assert.match(out, /no test ran/);
    assert.equal(lastLine, '0 passed, 0 failed, 0 skipped');
    assert.equal(status, 1);
  });

  it('allows neither gaps nor skips where everything is required', (test) => {
    const { status, out } = runRunner(test, 'keys', { TEST_REQUIRE: 'all' });
    assert.match(out, /TEST_REQUIRE=all allows no skipped test/);
    assert.match(out, /PostgreSQL was asked for and cannot be used/);
    assert.equal(status, 1);
  });

  it('takes an engine only when it answers', async (test) => {
    assert.equal((await findRedis(await fakeRedis(test, '+OK\r\n+PONG\r\n'))).problem, undefined);
    assert.match((await findRedis(await fakeRedis(test, '-WRONGPASS no\r\n'))).problem ?? '', /WRONGPASS/);
    assert.match((await findRedis(await fakeRedis(test, ''))).problem ?? '', /hung up/);
    assert.match((await findPostgres(`postgres://${NOBODY}/none`)).problem ?? '', /ECONNREFUSED/);
  });
});
