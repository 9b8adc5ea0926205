// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { newRecoveryCodes, recoveryCodeHmac } from './recovery-code.ts';

test('there are eight codes of 80 bits each, readable and always different', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes);
  for (const batch of codes) assert.equal(batch.length, 8);
  assert.equal(new Set(codes.flat()).size, 400);
  for (const code of codes.flat()) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
});

test('every letter of the alphabet occurs at every position', () => {
  const codes = Array.from({ length: 200 }, newRecoveryCodes).flat();
  for (let index = 0; index < 16; index++) {
    const letters = new Set(codes.map((code) => code.replaceAll('-', '')[index]));
    assert.equal(letters.size, 32, `index ${index}`);
  }
});

test('the stored HMAC depends on the person and the code, not on its spelling', async (t) => {
  const { keys } = await startTestService(t);
  const stored = recoveryCodeHmac(keys, 1, 'k7q0-x2vd-9fh1-0bt3');
  assert.match(stored, /^[\w-]{43}$/);
  const spellings = [
    'K7Q0-X2VD-9FH1-0BT3',
    'k7q0x2vd9fh10bt3',
    ' k7q0 x2vd 9fh1 0bt3\n',
    'k7qo–x2vd—9fhl-Obt3',
    'K7QOX2VD9FHI0BT3',
    '\u200bk7q0\u2011x2vd\u00a09fh1\u22120bt3\ufeff',
    '\u202ak7q0-\u200fx2vd-9f\u00adh1-0b\u2060t3\u202c',
  ];
  for (const spelling of spellings) assert.equal(recoveryCodeHmac(keys, 1, spelling), stored, spelling);
  assert.notEqual(recoveryCodeHmac(keys, 2, 'k7q0-x2vd-9fh1-0bt3'), stored);
  assert.notEqual(recoveryCodeHmac(keys, 1, 'k7q0-x2vd-9fh1-0bt4'), stored);
});
