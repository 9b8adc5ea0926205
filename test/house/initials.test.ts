// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from '../../web/components/person/person-name.ts';

test('initials are of the first and the last name, whatever the name contains', () => {
  for (const [name, initials] of [
    ['Ana Horvat', 'AH'],
    ['  željka   marija đurić ', 'ŽĐ'],
    ['Ana', 'A'],
    ['"Šime" (Perić)', 'ŠP'],
    ['2. liga', '2L'],
    ['S\u030cime Peric\u0301', 'S\u030cP'],
    ['– !', ''],
    ['', ''],
  ] as const)
    assert.equal(initialsOf(name), initials, name);
});
