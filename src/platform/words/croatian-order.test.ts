// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { croatianSortKey } from '../kernel/croatian-sort-key.ts';
import { inCroatianOrder, letterOf, sortedByName } from './croatian-order.ts';

test('names sort in Croatian order, and foreign letters beside their base', () => {
  const names = [
    ...[
      'Aas',
      'Ångström',
      'Az',
      'Cezar',
      'Čavić',
      'Ćosić',
      'Drago',
      'Džaja',
      'Ǆevad',
      'Đurić',
      'Ðuro',
      'Edo',
      'Lovro',
      'Łukasz',
    ],
    ...[
      'Lz',
      'Ljubić',
      'Љубо',
      'Mato',
      'Nado',
      'Njegoš',
      'Ødegård',
      'Œuvre',
      'Oreb',
      'Sablić',
      'Ｓandra',
      'Šimić',
      'Шпиро',
    ],
    ...['Ugo', 'Ünal', 'Uz', 'Wagner', 'Weiß', 'Xhaka', 'Zec', 'Жунић', 'Žužić', 'Ωμέγα', '王'],
  ];
  const shuffled = names.toSorted((one, other) =>
    one.length === other.length ? (one < other ? 1 : -1) : one.length - other.length,
  );
  assert.deepEqual(shuffled.toSorted(inCroatianOrder).join(' '), names.join(' '));
  assert.deepEqual(sortedByName(shuffled, (name) => name).join(' '), names.join(' '));
  assert.equal(croatianSortKey('Kova\u010d'), croatianSortKey('Kovac\u030c'));
});

test('a name is listed under the letter by which it sorts', () => {
  const letters = {
    Džaja: 'Dž',
    ǆaja: 'Dž',
    Џаја: 'Dž',
    Ødegård: 'O',
    Ľuba: 'L',
    Њего: 'Nj',
    đuro: 'Đ',
    ßa: 'S',
    Ωμέγα: 'Ω',
    王: '王',
  };
  for (const [name, letter] of Object.entries({ ...letters, '1. klub': '#', '': '#', ' ana': 'A' }))
    assert.equal(letterOf(name), letter, name);
});
