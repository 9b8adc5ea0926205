// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalEmail } from './email-address.ts';

test('one address has one spelling', () => {
  const spellings: Record<string, string[]> = {
    'ana@example.hr': [
      'ana@example.hr',
      ' ana@example.hr\n',
      'ANA@EXAMPLE.HR',
      'Ana@Example.Hr',
      '\u00a0ana@example.hr',
    ],
    'ana.čavić@example.hr': ['ana.c\u030cavic\u0301@example.hr', 'ANA.ČAVIĆ@example.hr'],
    'ana@xn--beah.hr': ['ana@đč.hr', 'ana@ĐČ.hr', 'ana@đc\u030c.hr', 'ana@xn--beah.hr', 'ana@XN--BEAH.HR'],
    'ana@example.xn--4gbrim': ['ana@example.موقع'],
    "o'hara+klub@sub.domain.example.hr": ["O'Hara+Klub@Sub.Domain.Example.HR"],
    'a@b.hr': ['a@b.hr'],
    '{x}~!#$%&*/=?^_`|@example.hr': ['{x}~!#$%&*/=?^_`|@example.hr'],
    'i\u0307@example.hr': ['\u0130@example.hr', 'i\u0307@example.hr'],
  };
  for (const [canonical, inputs] of Object.entries(spellings))
    for (const input of inputs) assert.equal(canonicalEmail(input), canonical, JSON.stringify(input));
});

test('invalid and ambiguous addresses are refused', () => {
  const refused = [
    ...[
      '',
      ' ',
      '@',
      'a',
      'a@',
      '@b.hr',
      'a@b',
      'a@localhost',
      'a@b.',
      'a@.hr',
      'a@b..hr',
      'a.@b.hr',
      '.a@b.hr',
      'a..b@c.hr',
    ],
    ...['a@b@c.hr', 'a b@c.hr', 'a@b c.hr', 'a@c.hr,b@c.hr', 'a@c.hr;b@c.hr', '<a@c.hr>', 'Ana <a@c.hr>', 'a@c.hr>'],
    ...[
      '"a b"@c.hr',
      '"a"@c.hr',
      'a\\@b@c.hr',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@[::1]',
      'a@1.2.3.4',
      'a@b.1',
      'a@b.7up',
    ],
    ...['=?utf-8?q?a=40c.hr=3e?=@b.hr', 'x=?utf-8?b?YQ==?=@b.hr'],
    ...['a@-b.hr', 'a@b-.hr', 'a@b_c.hr', 'a@b.hr/x', 'a@b.hr:25', 'a@b.hr?x', 'a@b.hr#x', 'a@b%2ehr', 'a@b.hr\u0000'],
    ...['a\u0000@b.hr', 'a\n@b.hr', 'a\r\nBcc: x@y.hr', 'a@b.hr\r\nX: y', 'a\t@b.hr', 'a@b\u0007.hr', 'a\u007f@b.hr'],
    ...[
      'a\u200b@b.hr',
      'a\u200d@b.hr',
      'a\u202e@b.hr',
      'a\ufeffb@c.hr',
      'a\u00adb@c.hr',
      'a@b\u200b.hr',
      'a@b\u00ad.hr',
    ],
    ...[
      'a\uff20b.hr',
      'a\ufe6bb.hr',
      'a@b\uff0ehr',
      'a@b\u3002hr',
      'a@b\uff61hr',
      'a@b\u2024hr',
      'a\uff0eb@c.hr',
      'a@b\ufe52hr',
    ],
    ...[
      'a\ud800@b.hr',
      'a@b\udc00.hr',
      'a\u2028@b.hr',
      'a\u3000@b.hr',
      'a\u00a0b@c.hr',
      'a\uffff@b.hr',
      'a\ue000@b.hr',
    ],
    ...[`${'a'.repeat(65)}@b.hr`, `a@${'b'.repeat(64)}.hr`, `a@${'b.'.repeat(126)}hr`, `a@${'č'.repeat(60)}.hr`],
    ...['a@xn--.hr', 'mailto:a@b.hr', 'a@b.hr.', 'a@b。hr'],
  ];
  for (const input of refused) assert.equal(canonicalEmail(input), undefined, JSON.stringify(input));
  assert.ok(canonicalEmail(`${'a'.repeat(64)}@b.hr`));
});

test('a canonical address stays as it is', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.emailAddress(),
    fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.string({ unit: 'grapheme', maxLength: 8 }))
      .map(([local, host]) => `${local}@${host}.hr`),
  );
  fc.assert(
    fc.property(anything, (input) => {
      const canonical = canonicalEmail(input);
      if (canonical === undefined) return;
      assert.equal(canonicalEmail(canonical), canonical);
      assert.equal(canonicalEmail(` ${canonical}\n`), canonical);
      assert.equal(canonical.normalize('NFC'), canonical);
      assert.equal(canonical.split('@').length, 2);
      assert.doesNotMatch(canonical, /[\p{C}\p{Z}\s<>(),;:\\"[\]]/u);
      assert.ok(canonical.length <= 254);
    }),
    { numRuns: 1000 },
  );
});
