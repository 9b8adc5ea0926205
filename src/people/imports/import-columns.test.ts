// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutOf, type Mapping } from './import-columns.ts';

const LONG = 'Adresa elektroničke pošte člana kluba prema evidenciji saveza za godinu 2026';

test('a column is mapped by its heading as it is shown: cut, and on one line', () => {
  const headings = [LONG, 'Mobitel\n(obavezno)', `${'x'.repeat(59)}🏅y`, 'Klub \u202eevil\u001b[31m', 'Ime'];
  const guessed = layoutOf(['e-mail', ...headings]).columns.map(({ heading }) => heading);
  assert.deepEqual(guessed, [
    'e-mail',
    'Adresa elektroničke pošte člana kluba prema evidenciji savez',
    'Mobitel (obavezno)',
    `${'x'.repeat(59)}🏅`,
    'Klub evil [31m',
    'Ime',
  ]);
  const [, address = '', phone = '', medal = ''] = guessed;
  const mapping: Mapping = { [address]: 'email', [phone]: 'telefon', [medal]: 'oib', Ime: null };
  const { indexes } = layoutOf(headings, mapping);
  assert.deepEqual([...indexes].sort(), [
    ['email', 0],
    ['oib', 2],
    ['telefon', 1],
  ]);
  assert.equal(layoutOf(headings, { [LONG]: 'email' }).indexes.get('email'), 0, 'a program may name it in full');
});
