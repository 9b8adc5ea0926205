// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AddressRange, findWholeFamily, isInRanges, parseAddressRange } from './address-range.ts';

const rangesOf = (text: string): AddressRange[] =>
  text.split(' ').map((item) => {
    const range = parseAddressRange(item);
    assert.ok(range, item);
    return range;
  });

test('a range contains its first and last address and none outside', () => {
  const cases: [ranges: string, inside: string, outside: string][] = [
    ['10.0.0.0/8', '10.0.0.0 10.255.255.255', '9.255.255.255 11.0.0.0 ::a00:1'],
    ['10.9.8.7/8', '10.0.0.0', '11.0.0.0'],
    ['192.0.2.1', '192.0.2.1', '192.0.2.0 192.0.2.2'],
    ['192.0.2.0/31', '192.0.2.0 192.0.2.1', '192.0.2.2'],
    ['2001:db8::/32', '2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff:: 2001:db9::'],
    ['::1', '::1', '::2 127.0.0.1'],
    ['::ffff:10.0.0.0/104', '10.0.0.1 10.255.255.255 ::ffff:10.1.1.1 ::ffff:a01:101', '11.0.0.0 9.1.1.1'],
    ['::FFFF:a00:0/104', '10.0.0.1', '11.0.0.0'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['10.0.0.0/9 10.128.0.0/9', '10.0.0.1 10.200.0.0', '11.0.0.0'],
    ['10.0.0.0/8', '', 'x 10.1 fe80::1%eth0'],
  ];
  for (const [ranges, inside, outside] of cases) {
    const parsed = rangesOf(ranges);
    for (const address of inside.split(' ').filter(Boolean))
      assert.ok(isInRanges(parsed, address), `${ranges} ${address}`);
    for (const address of outside.split(' ')) assert.ok(!isInRanges(parsed, address), `${ranges} ${address}`);
  }
});

test('other text is not a range', () => {
  const wrong = ['', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0', '10/8', '0/0', 'localhost', '10.0.0.1/8/8'];
  for (const text of [...wrong, '10.0.0.0/-1', '10.0.0.0/8x', '10.0.0.0/ 8', 'fe80::1%eth0', 'fe80::%1/64', '[::1]'])
    assert.equal(parseAddressRange(text), undefined, text);
});

test('ranges that cover all of IPv4 or IPv6 are recognised in any spelling', () => {
  for (const all of [
    ...['0.0.0.0/0', '10.0.0.0/0', '0.0.0.0/00', '1.2.3.4/000', '::ffff:0:0/96', '::ffff:0.0.0.0/96'],
    ...['::ffff:10.0.0.0/8', '::ffff:10.0.0.0/96', '::ffff:10.0.0.0/95', '::/8', '::/64', '::/80', '::1/16'],
    ...['0.0.0.0/1 128.0.0.0/1', '128.0.0.0/1 10.0.0.0/8 0.0.0.0/2 64.0.0.0/2', '::ffff:0:0/97 128.0.0.0/1'],
  ])
    assert.equal(findWholeFamily(rangesOf(all)), 'IPv4', all);
  for (const all of ['2000::/3', '2001:db8::/3', '2000::/4 3000::/4', '3000::/3', '8000::/1 2000::/3'])
    assert.equal(findWholeFamily(rangesOf(all)), 'IPv6', all);
  for (const all of ['::/0', '0::/0', '::ffff:1.2.3.4/0', '0:0:0:0:0:0:0:0/000', '::/1 8000::/1'])
    assert.ok(findWholeFamily(rangesOf(all)), all);
});

test('ranges that leave any address out are not', () => {
  for (const some of [
    ...['0.0.0.0/1', '128.0.0.0/1', '0.0.0.0/1 128.0.0.0/2', '10.0.0.0/8', '::ffff:0:0/97', '::ffff:10.0.0.0/104'],
    ...['::1', '::/96', '::/97', '2000::/4', 'fc00::/7', 'fe80::/10', '2001:db8::/32 10.0.0.0/8', '64:ff9b::/96'],
  ])
    assert.equal(findWholeFamily(rangesOf(some)), undefined, some);
  assert.equal(findWholeFamily([]), undefined);
});
