// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTexts, translate } from '../../web/i18n/translate.ts';

addTexts('hr', {
  plain: 'Spremi',
  people_one: '{{count}} osoba',
  people_few: '{{count}} osobe',
  people_other: '{{count}} osoba je',
  on: 'Povukli ste {{when}}. Gotovo.',
  who: '{{name}} poziva Vas…',
  only: 'Samo hrvatski: {{id}}',
});
addTexts('en', { plain: 'Save', people_one: '{{count}} person', people_other: '{{count}} people' });

test('texts are translated, with the plurals and number formats of the language', () => {
  assert.deepEqual(
    [1, 2, 5, 21, 12_345].map((count) => translate('hr', 'people', { count })),
    ['1 osoba', '2 osobe', '5 osoba je', '21 osoba', '12.345 osoba je'],
  );
  assert.deepEqual(
    [1, 2, 12_345].map((count) => translate('en', 'people', { count })),
    ['1 person', '2 people', '12,345 people'],
  );
  assert.deepEqual([translate('hr', 'plain'), translate('en', 'plain')], ['Spremi', 'Save']);
});

test('a missing text falls back to Croatian, then to its key', () => {
  assert.equal(translate('en', 'only', { id: 12345 }), 'Samo hrvatski: 12345', 'an id is no amount');
  assert.equal(translate('en', 'nigdje.nema'), 'nigdje.nema');
});

test('user-supplied values stay text and are not read as templates or keys', () => {
  assert.equal(translate('hr', 'who', { name: '{{count}} $t(plain) <b>' }), '{{count}} $t(plain) <b> poziva Vas…');
  assert.equal(translate('hr', 'who', {}), ' poziva Vas…');
});

test('a date that ends with a full stop ends the sentence too', () => {
  assert.equal(translate('hr', 'on', { when: '21. 11. 2026.' }), 'Povukli ste 21. 11. 2026. Gotovo.');
  assert.equal(translate('hr', 'on', { when: '21. 11. 2026. 14:05' }), 'Povukli ste 21. 11. 2026. 14:05. Gotovo.');
});
