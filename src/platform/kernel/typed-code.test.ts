// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIX_TYPED_DIGITS, TYPED_DIGITS, typedCode } from './typed-code.ts';

/** White space, dashes and minus signs, and what does not show. */
const FILLERS = [
  ...[' ', '\t', '\n', '\u00a0', '\u2007', '\u202f', '\u3000', '\u2028'],
  ...['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\u2043', '\uff0d'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\ufe0f', '\u0000'],
  ...['\u200e', '\u200f', '\u202a', '\u202c', '\u2066', '\u2069', '\u061c'],
];

test('fillers vanish from a code, and nothing else', () => {
  for (const filler of FILLERS) {
    const typed = `${filler}123${filler}${filler}456${filler}`;
    assert.equal(typedCode(typed), '123456', JSON.stringify(filler));
    for (const pattern of [TYPED_DIGITS, SIX_TYPED_DIGITS])
      assert.match(typed, new RegExp(pattern, 'u'), JSON.stringify(filler));
  }
  for (const code of ['12345č', '１２３４５６', 'k7qm.x2vd', 'k7qm_x2vd', '12345😀'])
    assert.equal(typedCode(code), code);
});

test('the patterns refuse letters and, where six digits are wanted, any other number of them', () => {
  const six = new RegExp(SIX_TYPED_DIGITS, 'u');
  for (const code of ['12345', '1234567', '12345a', '', '١٢٣٤٥٦']) assert.doesNotMatch(code, six);
  assert.doesNotMatch('12a', new RegExp(TYPED_DIGITS, 'u'));
});
