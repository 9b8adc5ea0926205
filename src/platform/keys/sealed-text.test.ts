import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { minutes } from '../kernel/durations.ts';
import { rotateKeys } from './rotate-keys.ts';
import { open, seal } from './sealed-text.ts';

const TEXT = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP čšž 🏐';

test('a sealed text opens only under its own label, and sealing twice gives different results', async (t) => {
  const { keys } = await startTestService(t);
  const sealed = seal(keys, 'thing:1', TEXT);
  assert.match(sealed, /^v1\.encryption-1\.[\w-]{16}\.[\w-]+$/);
  assert.equal(open(keys, 'thing:1', sealed), TEXT);
  assert.notEqual(seal(keys, 'thing:1', TEXT), sealed);
  assert.equal(open(keys, 'thing:1', seal(keys, 'thing:1', '')), '');
  for (const label of ['thing:2', 'thing:', 'other:1', '']) assert.throws(() => open(keys, label, sealed));
});

test('a sealed text that was changed anywhere does not open', async (t) => {
  const { keys } = await startTestService(t);
  const [version, kid, nonce = '', sealed = ''] = seal(keys, 'thing:1', TEXT).split('.');
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const changed = [
    ['v2', kid, nonce, sealed],
    [version, 'encryption-9', nonce, sealed],
    [version, 'signing-1', nonce, sealed],
    [version, kid, flipped(nonce), sealed],
    [version, kid, nonce.slice(4), sealed],
    [version, kid, nonce, flipped(sealed)],
    [version, kid, nonce, sealed.slice(0, -4)], // a shorter tag must not pass
    [version, kid, nonce, ''],
    [version, kid, nonce],
    [TEXT],
  ];
  for (const parts of changed) assert.throws(() => open(keys, 'thing:1', parts.join('.')), parts.join('.'));
});

test('a text sealed before a rotation still opens afterwards', async (t) => {
  const { keys, database, secrets, clock } = await startTestService(t);
  const before = seal(keys, 'thing:1', TEXT);
  const [, encryption] = await rotateKeys(database, () => secrets, clock);
  await keys.reload();
  clock.advance(minutes(2));
  const after = seal(keys, 'thing:1', TEXT);
  assert.equal(after.split('.')[1], encryption?.kid);
  for (const sealed of [before, after]) assert.equal(open(keys, 'thing:1', sealed), TEXT);
});
