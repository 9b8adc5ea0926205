// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorTime } from '../../../test/support/processor-time.ts';
import { nameDevice } from './device-name.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

const KNOWN: Readonly<Record<string, readonly [browser: string, os: string, device: string]>> = {
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`]: ['Chrome 142', 'Windows', 'desktop'],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`]: ['Microsoft Edge 142', 'Windows', 'desktop'],
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0': ['Firefox 145', 'Linux', 'desktop'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`]: ['Safari 18', 'macOS', 'desktop'],
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1':
    ['Safari 18', 'iOS', 'mobile'],
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1':
    ['Safari 16', 'iOS', 'tablet'],
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36': [
    'Chrome 142',
    'Android',
    'mobile',
  ],
};

test('usual browsers are named, without versions of systems, which they have frozen', async () => {
  for (const [userAgent, [browser, os, device]] of Object.entries(KNOWN))
    assert.deepEqual(await nameDevice(userAgent), { browser, os, device }, userAgent);
});

test('whatever a client sends, the result is short and plain, and comes quickly', async () => {
  const hostile = [
    ...['', ' ', '\u0000\u0007', 'curl/8.14.1', '/', '()', '((((', 'Mozilla/5.0', '<script>alert(1)</script>/1 (x)'],
    ...['\u202Egnp.exe/1 (', '😀😀/9 (x', '__proto__/1 (', 'constructor', 'Chrome/'.repeat(2000), 'a'.repeat(10_240)],
    `mac os x ${'1_'.repeat(5000)}!`,
    `Macintosh mac os x ${'1'.repeat(10_240)}`,
    `Android ${'1.'.repeat(5000)}x`,
    `Windows ${' '.repeat(10_000)}NT`,
    `${'('.repeat(5000)}${')'.repeat(5000)}`,
    `x${'/'.repeat(10_000)} (`,
    `CriOS/${'9'.repeat(10_000)} iPhone OS ${'9_'.repeat(4000)}`,
  ];
  for (const userAgent of hostile) {
    const before = processorTime();
    const { browser, os, device } = await nameDevice(userAgent);
    assert.ok(processorTime() - before < 100, userAgent.slice(0, 30));
    assert.match(browser, /^[\x20-\x7e]{0,45}$/);
    assert.match(os, /^[\x20-\x7e]{0,40}$/);
    assert.ok(['desktop', 'mobile', 'tablet', 'other'].includes(device));
  }
  assert.deepEqual(await nameDevice(''), { browser: '', os: '', device: 'other' });
});
