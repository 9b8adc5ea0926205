// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberedValues } from './remembered-read.ts';

test('a value holds until anything is committed, and one that was read across a commit is not kept', () => {
  let at = 1;
  const valuesOf = rememberedValues<number>();
  const store = { version: () => at };
  valuesOf(store).keep('people', 7);
  assert.deepEqual([valuesOf(store).find('people'), valuesOf(store).find('clubs')], [7, undefined]);
  assert.equal(valuesOf({ version: () => at }).find('people'), undefined, 'another store');
  const reading = valuesOf(store);
  at++;
  assert.equal(valuesOf(store).find('people'), undefined);
  reading.keep('people', 7);
  assert.equal(valuesOf(store).find('people'), undefined, 'it was read before the commit');
  const { find, keep } = valuesOf({});
  keep('people', 7);
  assert.equal(find('people'), undefined, 'a store without a version keeps nothing');
});
