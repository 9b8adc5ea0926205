// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDigit, isOib } from './oib.ts';

test('an OIB is eleven digits, the last of which is a check digit', () => {
  for (const oib of ['69435151530', '33392005961', '00000000001']) assert.ok(isOib(oib), oib);
  const refused = [
    ...['', '6943515153', '694351515300', '69435151531', '69435151503', '00000000000', 'HR69435151530', '69435151530 '],
    ...['6943515153O', '69435 15153', '６９４３５１５１５３０', '٦٩٤٣٥١٥١٥٣٠', '-9435151530', '69435151530\n', '1e10'],
  ];
  for (const oib of refused) assert.ok(!isOib(oib), JSON.stringify(oib));
});

const ten = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 10 }).map((digits) => digits.join(''));

test('every single wrong digit is detected', () => {
  const place = fc.nat({ max: 10 });
  fc.assert(
    fc.property(ten, place, fc.integer({ min: 1, max: 9 }), (digits, at, shift) => {
      const oib = `${digits}${checkDigit(digits)}`;
      assert.ok(isOib(oib));
      const wrong = (Number(oib[at]) + shift) % 10;
      assert.ok(!isOib(`${oib.slice(0, at)}${wrong}${oib.slice(at + 1)}`));
    }),
  );
});
