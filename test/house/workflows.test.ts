// engine: none
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { planTests } from '../../tools/test-run/test-plan.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

test('every part of the tests that a workflow names has files', () => {
  const parts = textOf('.github/workflows/check.yml').match(/\b(?:src|client|test)\/[\w-]*/g) ?? [];
  const without = parts.filter(
    (part) => !existsSync(join(root, part)) || planTests(root, [part]).files.sqlite.length === 0,
  );
  assert.ok(parts.length > 5);
  assert.deepEqual(without, []);
});
