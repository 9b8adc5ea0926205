// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Colour, contrastOf, readableShades } from './readable-colour.ts';

test('contrast is as WCAG defines it', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(contrastOf('#ffffff', '#767676').toFixed(2), '4.54');
});

test('a readable colour is kept; any other becomes the nearest readable shade', () => {
  assert.equal(readableShades('#0b4a7a').on_light, '#0b4a7a');
  assert.equal(readableShades('#8fc7ee').on_dark, '#8fc7ee');
  const levels = ['00', '33', '66', '99', 'cc', 'ff'];
  for (const red of levels)
    for (const green of levels)
      for (const blue of levels) {
        const colour: Colour = `#${red}${green}${blue}`;
        const { on_light, on_dark } = readableShades(colour);
        for (const ground of ['#ffffff', '#f6f5f3', '#f0eeea'] as const)
          assert.ok(contrastOf(on_light, ground) >= 4.5, `${colour} on ${ground}`);
        for (const ground of ['#191d21', '#121518', '#22282d', '#0a2438'] as const)
          assert.ok(contrastOf(on_dark, ground) >= 4.5, `${colour} on ${ground}`);
      }
});
