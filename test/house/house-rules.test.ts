// engine: none
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkHouse } from '../../tools/house/house-rules.ts';
import { plantTree } from './fixture-tree.ts';
import { HOUSE_RULE_CASES } from './house-rule-cases.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('house rules', () => {
  for (const [rule, files] of Object.entries(HOUSE_RULE_CASES))
    it(`${rule} refuses what is planted, and nothing else`, (test) => {
      const texts = Object.entries(files).map(([path, file]) => [path, typeof file === 'string' ? file : file[0]]);
      const { violations } = checkHouse(plantTree(test, Object.fromEntries(texts)));
      const found = violations.filter((line) => line.split(' ')[1] === rule).map((line) => line.split(' ')[0]);
      const expected = Object.entries(files).flatMap(([path, file]) => {
        const [, ...lines] = typeof file === 'string' ? [file] : file;
        return lines.map((line) => `${path}:${line}`);
      });
      assert.deepEqual(found.sort(), expected.sort(), violations.join('\n'));
    });

  it('has a table for every rule', () => {
    assert.deepEqual(Object.keys(HOUSE_RULE_CASES).sort(), [...checkHouse(ROOT).rules].sort());
  });

  it('names file, line, rule and reason', (test) => {
    const root = plantTree(test, { 'src/loose.ts': '' });
    assert.deepEqual(checkHouse(root).violations, [
      'src/loose.ts:1 placement src/loose.ts has no place in the house: give it one in tools/house/house-map.ts',
    ]);
  });

  it('finds nothing in an empty repository', (test) => {
    assert.deepEqual(checkHouse(plantTree(test, {})).violations, []);
  });

  it('hold in this repository', () => {
    assert.deepEqual(checkHouse(ROOT).violations, []);
  });
});
