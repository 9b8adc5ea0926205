// engine: none
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { passphraseWeakness, secretWeakness } from './secret-strength.ts';

/** Of the kinds that public lists of secrets consist of. */
const WEAK = {
  'a UUID that thousands of projects copied': '0a6b944d-d2fb-46fc-a85e-0295c986cd9f',
  'two UUIDs': '0a6b944d-d2fb-46fc-a85e-0295c986cd9f1b4e28ba-2fa1-11d2-883f-0016d3cca427',
  'words with a run of digits': 'MYULTRA-secure-andreallylong-secretKEY-123456789456123456789',
  'what is to be replaced': 'This_Should_be_32_characters_long',
  'a sentence': 'the fence behind our boathouse is 4 metres long and green',
  'words without digits': 'MojKlubVeslaNaMoruSvakoJutroRano',
  'words and a year': 'MojKlubVeslaNaMoruSvakoJutro2026!',
  'one piece, repeated': 'kQ7xV2mZ9tR4kQ7xV2mZ9tR4kQ7xV2mZ9tR4',
  'a row of keys': 'qwertyuiop1asdfghjkl2yxcvbnm3qwertz4asdf',
  'words around few random letters': 'secret-key-jwt-token-8fK2pQ-production-auth-app',
};

test('a secret of words, patterns or UUIDs is weak', () => {
  for (const [what, secret] of Object.entries(WEAK)) assert.ok(secretWeakness(secret), what);
});

test('what the recommended commands make is accepted', () => {
  for (let round = 0; round < 2000; round++) {
    for (const secret of [randomBytes(48).toString('base64'), randomBytes(32).toString('hex')])
      assert.equal(secretWeakness(secret), undefined, secret);
  }
});

test('a passphrase may be of words', () => {
  assert.equal(passphraseWeakness('sidro jugo lanterna kolotur škuna bonaca'), undefined);
  assert.ok(passphraseWeakness('change this secret password please now'));
});
