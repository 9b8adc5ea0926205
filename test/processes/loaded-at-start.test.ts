// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startProcess } from '../support/service-process.ts';
import { createTestStore } from '../support/test-store.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What every call needs. All others are loaded by what uses them; `kysely` and `typebox` are part of the joined files. */
const AT_START = [
  '@fastify/cors',
  '@fastify/multipart',
  'ajv',
  'bcrypt',
  'fast-json-stringify',
  'fastify',
  'find-my-way',
  'otpauth',
  'pino',
];

test('a start on the embedded store loads no library that it does not need yet', async (t) => {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  const list = join(store.env.SVC_DATA_DIR ?? '', 'loaded.txt');
  const node = await startProcess(t, {
    ...store.env,
    LOADED_MODULES: list,
    NODE_OPTIONS: `--import=${join(ROOT, 'test/support/note-loaded.ts')}`,
  });
  assert.equal((await node.stop()).code, 0);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object };
  const loaded = readFileSync(list, 'utf8').matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g);
  const ours = new Set([...loaded].map(([, name = '']) => name).filter((name) => name in dependencies));
  assert.deepEqual([...ours].sort(), AT_START);
});
