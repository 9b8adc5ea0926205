// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { clientAddressReader, limitKey } from './client-address.ts';

test("a stranger's X-Forwarded-For is ignored: the address is the socket's", () => {
  const read = clientAddressReader([]);
  for (const claimed of [undefined, '', '198.51.100.9', '127.0.0.1', '10.0.0.1, 198.51.100.9', 'unknown', '::1'])
    assert.equal(read('192.0.2.7', claimed), '192.0.2.7');
});

test('behind trusted proxies the header is read from the right, up to the first address that is not one', () => {
  const read = clientAddressReader(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1']);
  const cases: [socket: string, forwarded: string | undefined, address: string][] = [
    ['203.0.113.5', '198.51.100.9', '203.0.113.5'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
    ['10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['10.1.2.3', '6.6.6.6, 198.51.100.9', '198.51.100.9'],
    ['10.1.2.3', '6.6.6.6, 198.51.100.9, 10.9.9.9', '198.51.100.9'],
    ['10.1.2.3', '6.6.6.6,198.51.100.9 , 192.0.2.1,10.9.9.9', '198.51.100.9'],
    ['10.1.2.3', '6.6.6.6, 10.9.9.9, 198.51.100.9, 10.9.9.9', '198.51.100.9'],
    ['10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['10.1.2.3', '6.6.6.6, rubbish', '10.1.2.3'],
    ['10.1.2.3', '6.6.6.6, 198.51.100.9:4711', '198.51.100.9'],
    ['10.1.2.3', '6.6.6.6:1, 198.51.100.9:65535, 10.9.9.9:80', '198.51.100.9'],
    ['10.1.2.3', '[2001:db8:1::9]:4711', '2001:db8:1::9'],
    ['10.1.2.3', '[2001:db8:1::9]', '2001:db8:1::9'],
    ['10.1.2.3', '[::ffff:198.51.100.9]:443', '198.51.100.9'],
    ['10.1.2.3', '2001:db8:1::9', '2001:db8:1::9'],
    ['10.1.2.3', '198.51.100.9:', '10.1.2.3'],
    ['10.1.2.3', '198.51.100.9:x', '10.1.2.3'],
    ['10.1.2.3', '198.51.100.9:1:2', '10.1.2.3'],
    ['10.1.2.3', '[198.51.100.9', '10.1.2.3'],
    ['10.1.2.3', '[]:4711', '10.1.2.3'],
    ['10.1.2.3', '6.6.6.6, ', '10.1.2.3'],
    ['::ffff:10.1.2.3', '198.51.100.9', '198.51.100.9'],
    ['2001:db8:ffff::1', '2001:db8:1::9', '2001:db8:1::9'],
    ['2001:DB8:FFFF:0::1', '2001:db8:1::9', '2001:db8:1::9'],
    ['10.1.2.3', '::ffff:198.51.100.9', '198.51.100.9'],
    ['10.1.2.3', '::FFFF:c633:6409', '198.51.100.9'],
    ['10.1.2.3', '0:0:0:0:0:ffff:c633:6409', '198.51.100.9'],
    ['10.1.2.3', 'fe80::1%eth0', 'fe80::1'],
    ['', '198.51.100.9', ''],
  ];
  for (const [socket, forwarded, address] of cases)
    assert.equal(read(socket, forwarded), address, `${socket} ${forwarded}`);
});

test('limits count an IPv4 address, or the /64 of an IPv6 one in any spelling', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', ''],
  ];
  for (const [address, key] of cases) assert.equal(limitKey(address), key, address);
});

test('a stranger cannot forge another address to avoid a limit; a trusted proxy can name its client', async (t) => {
  const env = { SVC_LOGIN_IP_THRESHOLD: '3', SVC_TRUSTED_PROXIES: '10.0.0.0/8' };
  const service = await startTestService(t, env);
  const attempt = async (from: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` };
    const body = { email: 'nitko@example.hr', password: 'x' };
    return (await service.call('POST /api/auth/login', { body, headers, from })).status;
  };
  for (let turn = 0; turn < 3; turn++) assert.equal(await attempt('203.0.113.5', `198.51.100.${turn}`), 401);
  assert.equal(await attempt('203.0.113.5', '198.51.100.77'), 429);
  for (let turn = 0; turn < 2; turn++) assert.equal(await attempt('10.0.0.1', `6.6.6.${turn}, 198.51.100.5`), 401);
  assert.equal(await attempt('10.0.0.2', '6.6.6.9, 198.51.100.5'), 423, 'the address is the same by another proxy');
  assert.equal(await attempt('10.0.0.1', '198.51.100.5'), 429);
  assert.equal(await attempt('10.0.0.1', '198.51.100.6'), 423, 'another client');
  const rows = await service.database.read.selectFrom('audit_records').select(['ip', 'action']).execute();
  const seen = new Set(rows.filter(({ action }) => action.startsWith('login')).map(({ ip }) => ip));
  assert.deepEqual([...seen].sort(), ['198.51.100.5', '198.51.100.6', '203.0.113.5']);
});
