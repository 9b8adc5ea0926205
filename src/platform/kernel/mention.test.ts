// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentions, withoutMentions } from './mention.ts';

test('a value is found as whole words, in any case, with its diacritics', () => {
  const names = ['Željka Čavić', 'Čavić Željka'];
  for (const text of [
    'Prijavila Željka Čavić.',
    'željka čavić',
    '„ŽELJKA ČAVIĆ”',
    'Čavić Željka je prijavila',
    'Željka\n  Čavić',
    'dr.Željka Čavić',
    'Z\u030celjka C\u030cavic\u0301',
  ])
    assert.ok(mentions(text, names), text);
  for (const text of ['Zeljka Cavic', 'Željka Čavićeva', 'Željka', 'Željka-Čavić', 'Joželjka Čavić', ''])
    assert.ok(!mentions(text, names), text);
  assert.ok(!mentions('joana@x.hr, ana@x.hrv', ['ana@x.hr']));
  assert.ok(!mentions('1694351515301', ['69435151530']));
  assert.ok(mentions('(a.b+c@x.hr)', ['a.b+c@x.hr']));
  assert.ok(!mentions('anything', []));
});

test('mentions are blanked, and nothing else changes', () => {
  const values = ['Željka Čavić', 'zeljka@example.hr'];
  const told = withoutMentions('Vidi dopis: Željka Čavić <zeljka@example.hr>, željka čavić', values);
  assert.equal(told, 'Vidi dopis: ••• <•••>, •••');
  assert.equal(withoutMentions('Dva\n retka', values), 'Dva\n retka');
});
