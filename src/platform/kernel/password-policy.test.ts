// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfMostPassword, passwordWeakness, weaknessText } from './password-policy.ts';

const EMAIL = 'ana.horvat@example.hr';
const weaknessOf = (password: string) => passwordWeakness(password, EMAIL, 8);

test('length is counted in code points of the composed text', () => {
  assert.equal(weaknessOf('🏐🏀⚽🎾🏉🎱🏓'), 'too_short');
  assert.equal(weaknessOf('🏐🏀⚽🎾🏉🎱🏓🏸'), undefined);
  assert.equal(weaknessOf('cccc\u030cccc'), 'too_short'); // seven once composed
  assert.equal(weaknessOf('ž'.repeat(256)), undefined);
  assert.equal(weaknessOf('ž'.repeat(257)), 'too_long');
});

test("the owner's address is refused, in any case", () => {
  assert.equal(weaknessOf('Ana.Horvat@EXAMPLE.hr'), 'is_email');
  assert.equal(weaknessOf('ANA.horvat'), 'is_email');
  assert.equal(weaknessOf('ana.horvat i more'), undefined);
  for (const none of ['ana@@horvat.hr', '@@@@@@@@', 'ana@%%%%%%%%', 'ana@\u{d800}horvat.hr', ' '.repeat(20)])
    assert.equal(weaknessOf(none), undefined, 'what is no address is not compared with one');
});

test('the most common passwords are refused', () => {
  for (const password of [
    'password',
    '12345678',
    '123456789',
    'qwertyuiop',
    'iloveyou',
    '1q2w3e4r',
    'Password1',
    'TRUSTNO1',
  ])
    assert.equal(weaknessOf(password), 'common', password);
});

test('Croatian words, names and clubs with a year or the like appended are refused, with and without diacritics', () => {
  const common = [
    'dinamo1950',
    'Hajduk1950',
    'hajduk1950!',
    'lozinka1',
    'Lozinka123!',
    'šifra1234',
    'Ivana1985',
    'zagreb2024',
  ];
  for (const password of [...common, 'Željko1991', 'ljubav123456', 'Anamarija', 'iskaznica1', 'bili1950'])
    assert.equal(weaknessOf(password), 'common', password);
});

test('uncommon passwords are accepted', () => {
  const fine = [
    'mirno more plovi',
    'dinamo i hajduk',
    'ivana19851985',
    'xK9#mQ2$',
    'zeleni bicikl na kiši',
    'dinamo1950split',
  ];
  for (const password of fine) assert.equal(weaknessOf(password), undefined, password);
});

test('comments, line ends and fragments of the lists do not count as listed', () => {
  for (const text of ['passwor', 'password\n12345678', '# places', '#', ''].map((word) => word.padEnd(8, '\n')))
    assert.equal(isOfMostPassword(text), false, JSON.stringify(text));
  assert.equal(isOfMostPassword('# Copyright (c) 2021 @zxcvbn-ts'), false);
});

test('each weakness has a Croatian text that says what to do, with correct plurals', () => {
  assert.match(weaknessText('too_short', 8), /najmanje 8 znakova/);
  assert.match(weaknessText('too_short', 22), /najmanje 22 znaka\b/);
  assert.match(weaknessText('too_long', 8), /najviše 256 znakova/);
  assert.match(weaknessText('is_email', 8), /e-adresa/);
  assert.match(weaknessText('common', 8), /nekoliko riječi/);
});
