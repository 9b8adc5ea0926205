// engine: none
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  readonly tests: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const mutations: readonly Mutation[] = JSON.parse(read('tools/mutation/mutations.json'));

/** One that is not found breaks nothing, and nobody would know before the next run of hours. */
test('every mutation finds its text once, changes it, and names tests that are there', () => {
  const wrong = mutations.flatMap(({ name, file, text, replacement, tests }) => [
    ...(existsSync(join(ROOT, file)) && read(file).split(text).length === 2 ? [] : [`${name}: not once in ${file}`]),
    ...(text === replacement ? [`${name}: changes nothing`] : []),
    ...(tests.length === 0 ? [`${name}: names no test`] : []),
    ...tests.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${name}: there is no ${path}`),
  ]);
  assert.deepEqual(wrong, []);
});

test('each mutation has a name of its own', () => {
  const names = mutations.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});
