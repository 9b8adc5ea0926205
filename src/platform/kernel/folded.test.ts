// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { folded } from './text.ts';

/** Spellings that find each other. */
const SAME: readonly (readonly string[])[] = [
  ['Čavić', 'cavic', 'ČAVIĆ', 'C\u030cavic\u0301'],
  ['Đurđa', 'durda', 'ĐURĐA', 'Ђурђа'],
  ['Ødegård', 'Odegard', 'ØDEGÅRD', 'O\u0338degard', 'ǿdegård'],
  ['Weiß', 'WEISS', 'weiss', 'WEIẞ'],
  ['Ǆevad', 'ǅevad', 'ǆevad', 'Dževad', 'DŽEVAD', 'Dzevad', 'Џевад'],
  ['Ǌegoš', 'ǋegoš', 'Njegoš', 'NJEGOŠ', 'Његош', 'njegos'],
  ['Ǉiljana', 'Ljiljana', 'Љиљана'],
  ['Işık', 'Isik', 'IŞIK', 'İsik', 'ışık'],
  ['Ħal', 'hal'],
  ['Œuvre', 'oeuvre', 'ŒUVRE'],
  ['Æsir', 'aesir', 'ǽsir'],
  ['Łukasz', 'lukasz'],
  ['Þór', 'thor', 'ÞÓR'],
  ['Guðrún', 'gudrun'],
  ['Ŋuta', 'nuta'],
  ['ﬁna', 'fina'],
  ['Ａｎａ', 'ana', '𝐀𝐧𝐚'],
  ['Gal·la', 'Gaŀla', 'galla'],
  ['Ana\u00adMarija', 'ana\u200bmarija', 'anamarija', '\u202aAnamarija\u202c'],
  ['Шћепан Жужић', 'Šćepan Žužić', 'scepan zuzic'],
  ['Ѓорѓи Ќосев', 'Gjorgji Kjosev'],
  ['Сергей Щербаков', 'Sergej Ščerbakov', 'sergej scerbakov'],
  ['Юлия', 'Julija', 'ЮЛИЯ'],
  ['Ольга', 'Olga'],
  ['Королёв', 'Королев', 'Korolev'],
  ['Їжак Євген', 'Jižak Jevgen', 'Ї\u0301жак Євген'],
  ['Νίκος', 'ΝΊΚΟΣ', 'Νικοσ'],
];

test('spellings of one name fold to the same', () => {
  for (const spellings of SAME) {
    const [first = '', ...others] = spellings.map(folded);
    for (const other of others) assert.equal(other, first, spellings.join(', '));
  }
});

test('nothing folds again, and neither case nor normal form matters', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(text, (any) => {
      const fold = folded(any);
      assert.equal(folded(fold), fold);
      for (const form of ['NFC', 'NFD', 'NFKD'] as const) assert.equal(folded(any.normalize(form)), fold, form);
      assert.ok(!/\p{M}/u.test(fold.normalize('NFD')));
    }),
    { numRuns: 3000 },
  );
  for (let code = 0x80; code < 0x600; code++) {
    const letter = String.fromCharCode(code);
    if (/\p{L}/u.test(letter)) assert.equal(folded(letter.toUpperCase()), folded(letter), letter);
    if (/\p{Script=Latin}/u.test(letter) && code < 0x180) assert.match(folded(letter), /^[a-z0-9']*$/, letter);
  }
});
