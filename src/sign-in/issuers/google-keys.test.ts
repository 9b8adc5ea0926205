// engine: none
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type GoogleIssuer, startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { type ManualClock, manualClock } from '../../../test/support/manual-clock.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { SettingsError } from '../../platform/config/settings.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours, minutes, seconds } from '../../platform/kernel/durations.ts';
import { type GoogleKeys, googleKeys, KEYS_COOL_DOWN } from './google-keys.ts';

interface Setting {
  readonly issuer: GoogleIssuer;
  readonly keys: GoogleKeys;
  readonly clock: ManualClock;
}

async function start(t: TestContext, maxAge?: number): Promise<Setting> {
  const issuer = await startGoogleIssuer(t, maxAge);
  const clock = manualClock();
  return { issuer, clock, keys: googleKeys(issuer.env.SVC_GOOGLE_KEYS_URL ?? '', clock) };
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'google.unavailable';

test('keys are read once for many who ask at the same time, and kept', async (t) => {
  const { issuer, keys, clock } = await start(t);
  const found = await Promise.all(Array.from({ length: 32 }, () => keys.find('key-1')));
  assert.ok(found.every((key) => key !== undefined));
  clock.advance(hours(1) - 1);
  await keys.find('key-1');
  assert.equal(issuer.fetches(), 1);
});

test('they are fresh as long as Google says, within five minutes and a day', async (t) => {
  for (const [maxAge, freshFor] of [
    [7200, hours(2)],
    [0, minutes(5)],
    [10, minutes(5)],
    [999_999_999, hours(24)],
  ] as const) {
    const { issuer, keys, clock } = await start(t, maxAge);
    await keys.find('key-1');
    clock.advance(freshFor - 1);
    await keys.find('key-1');
    assert.equal(issuer.fetches(), 1, `${maxAge}`);
    clock.advance(1);
    await keys.find('key-1');
    assert.equal(issuer.fetches(), 2, `${maxAge}`);
  }
});

test('an unknown key id makes one fetch in a cool-down, however many come', async (t) => {
  const { issuer, keys, clock } = await start(t);
  await keys.find('key-1');
  assert.equal(issuer.fetches(), 1);
  for (let index = 0; index < 50; index++) assert.equal(await keys.find(`forged-${index}`), undefined);
  assert.equal(issuer.fetches(), 1, 'the last fetch was a moment ago');
  clock.advance(KEYS_COOL_DOWN);
  await Promise.all(Array.from({ length: 50 }, (_, index) => keys.find(`forged-${index}`)));
  for (let index = 0; index < 50; index++) await keys.find(`forged-${index}`);
  assert.equal(issuer.fetches(), 2);
});

test('a new key is found after the cool-down, and one that was withdrawn no longer', async (t) => {
  const { issuer, keys, clock } = await start(t);
  await keys.find('key-1');
  await issuer.rotate({ dropping: true });
  assert.equal(await keys.find('key-2'), undefined);
  clock.advance(KEYS_COOL_DOWN);
  assert.notEqual(await keys.find('key-2'), undefined);
  assert.equal(await keys.find('key-1'), undefined);
});

test('while Google is away the keys serve on until they are a day old', async (t) => {
  const { issuer, keys, clock } = await start(t);
  await keys.find('key-1');
  issuer.answerWith((_request, response) => void response.writeHead(500).end());
  clock.advance(hours(2));
  assert.notEqual(await keys.find('key-1'), undefined);
  assert.notEqual(await keys.find('key-1'), undefined);
  assert.equal(issuer.fetches(), 2, 'nobody waits for it each time');
  await assert.rejects(keys.find('key-2'), isUnavailable, 'it may be a new one: nobody knows');
  clock.advance(hours(22) - 1);
  assert.notEqual(await keys.find('key-1'), undefined);
  clock.advance(1);
  await assert.rejects(keys.find('key-1'), isUnavailable);
  issuer.answerWith(undefined);
  clock.advance(KEYS_COOL_DOWN);
  assert.notEqual(await keys.find('key-1'), undefined);
});

test('no keys at all: refused at once, with the time of the next try', async (t) => {
  const { issuer, keys, clock } = await start(t);
  issuer.answerWith((request) => void request.socket.destroy());
  await assert.rejects(keys.find('key-1'), isUnavailable);
  clock.advance(seconds(10));
  await assert.rejects(keys.find('key-1'), (error: AppError) => error.headers['retry-after'] === '20');
  assert.equal(issuer.fetches(), 1);
});

test('a redirect, a flood, rubbish and sets without a usable key are not taken', async (t) => {
  const elsewhere = createServer((_request, response) => void response.end('{"keys":[]}'));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => elsewhere.close(resolve)));
  let redirected = 0;
  elsewhere.on('request', () => redirected++);
  const { port } = elsewhere.address() as AddressInfo;
  const flood = `{"keys":[],"more":"${'x'.repeat(65 * 1024)}"}`;
  const answers: Parameters<GoogleIssuer['answerWith']>[0][] = [
    (_request, response) => void response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
    (_request, response) => void response.end(flood),
    (_request, response) => void response.end('<html>'),
    (_request, response) => void response.end('null'),
    (_request, response) => void response.end('{"keys":{}}'),
    (_request, response) => void response.end('{"keys":[]}'),
    (_request, response) => void response.end('{"keys":[{"kty":"oct","kid":"key-1","k":"AAAA"},null,7]}'),
    (_request, response) => void response.end(`{"keys":[${Array(21).fill('{}').join()}]}`),
    (_request, response) => void response.writeHead(404).end('{"keys":[]}'),
  ];
  for (const [index, answer] of answers.entries()) {
    const { issuer, keys } = await start(t);
    issuer.answerWith(answer);
    await assert.rejects(keys.find('key-1'), isUnavailable, `answer ${index}`);
  }
  assert.equal(redirected, 0);
});

test('an endless answer is left after its first 64 KB, a silent one after five seconds', {
  timeout: 20_000,
}, async (t) => {
  const { issuer, keys } = await start(t);
  let sent = 0;
  issuer.answerWith((_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(16 * 1024))) sent += 16 * 1024;
    };
    response.on('drain', pour);
    pour();
  });
  await assert.rejects(keys.find('key-1'), isUnavailable);
  assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes`);
  const silent = await start(t);
  silent.issuer.answerWith(() => {});
  const began = performance.now();
  await assert.rejects(silent.keys.find('key-1'), isUnavailable);
  const waited = performance.now() - began;
  assert.ok(waited > 4500 && waited < 8000, `${waited} ms`);
});

test('the address of the keys is https, or http to this machine', () => {
  const read = (url: string) => readSettings({ SVC_GOOGLE_KEYS_URL: url }).google.keysUrl;
  for (const url of ['https://keys.example.hr/certs', 'http://127.0.0.1:9999/certs', 'http://[::1]:9999/certs'])
    assert.equal(read(url), url);
  for (const url of [
    ...['http://keys.example.hr/certs', 'ftp://127.0.0.1/certs', 'keys', 'https://user:pass@keys.example.hr/certs'],
    ...['http://127.0.0.1.example.hr/', 'http://10.0.0.1/', 'file:///etc/passwd'],
  ])
    assert.throws(() => read(url), SettingsError, url);
});
