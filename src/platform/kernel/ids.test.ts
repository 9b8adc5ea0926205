// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opaqueId } from './ids.ts';

test('an id is 128 bits as base64url, and never repeats, even across pools', () => {
  const ids = Array.from({ length: 5000 }, opaqueId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) {
    assert.match(id, /^[\w-]{22}$/);
    assert.notEqual(id, 'A'.repeat(22));
  }
});
