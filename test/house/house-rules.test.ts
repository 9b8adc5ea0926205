// engine: none
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkHouse } from '../../tools/house/house-rules.ts';
import { plantTree } from './fixture-tree.ts';
import { HOUSE_RULE_CASES } from './house-rule-cases.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('house rules', () => {
  for (const { rule, about, expected, files } of HOUSE_RULE_CASES) {
    const verdict = expected.length === 0 ? 'allows' : 'refuses';
    it(`${rule} ${verdict}: ${about}`, (test) => {
      const { violations } = checkHouse(plantTree(test, files));
      const found = violations.filter((line) => line.split(' ')[1] === rule).map((line) => line.split(' ')[0]);
      assert.deepEqual(found.sort(), [...expected].sort(), violations.join('\n'));
    });
  }

  it('has a violating and a clean case for every rule', () => {
    for (const rule of checkHouse(ROOT).rules) {
      const cases = HOUSE_RULE_CASES.filter((entry) => entry.rule === rule);
      assert.ok(
        cases.some(({ expected }) => expected.length > 0),
        `${rule} has no violating case`,
      );
      assert.ok(
        cases.some(({ expected }) => expected.length === 0),
        `${rule} has no clean case`,
      );
    }
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
