// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, URI } from 'otpauth';
import { authenticatorApp } from '../../../test/support/authenticator-app.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { isTotpCode, newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts';

/** RFC 6238 appendix B, SHA-1 rows: seconds since 1970, and eight digits; ours are the last six. */
const VECTORS: readonly [number, string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;

test('the vectors of RFC 6238 are accepted at their time, as the step they name', (t) => {
  const app = authenticatorApp(t);
  for (const [time, digits] of VECTORS) {
    const code = digits.slice(-6);
    const at = seconds(time);
    assert.equal(stepOfCode(RFC_SECRET, code, instantAt(at)), Math.floor(time / 30));
    assert.equal(app.codeAt(RFC_SECRET, at), code, 'the other implementation agrees');
  }
});

test('codes of another implementation are accepted one step early and late, and not two', (t) => {
  const app = authenticatorApp(t);
  for (let turn = 0; turn < 5; turn++) {
    const secret = newTotpSecret();
    const now = Date.parse('2026-03-01T10:00:07.123Z') + turn * seconds(86_413);
    const step = Math.floor(now / seconds(30));
    for (const shift of [-2, -1, 0, 1, 2]) {
      const found = stepOfCode(secret, app.codeAt(secret, now + seconds(30) * shift), instantAt(now));
      assert.equal(found, Math.abs(shift) < 2 ? step + shift : undefined, `${shift}`);
    }
  }
});

test('the window ends on the boundary of a step', (t) => {
  const app = authenticatorApp(t);
  const secret = newTotpSecret();
  const start = Date.parse('2026-03-01T10:00:00.000Z');
  const code = app.codeAt(secret, start);
  const accepted = (at: number) => stepOfCode(secret, code, instantAt(at)) !== undefined;
  assert.deepEqual([accepted(start - seconds(30) - 1), accepted(start - seconds(30))], [false, true]);
  assert.deepEqual([accepted(start + seconds(60) - 1), accepted(start + seconds(60))], [true, false]);
});

test('a secret has 160 bits and is never the same', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret);
  assert.equal(new Set(secrets).size, 100);
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
});

test('the address names the service, the person and every parameter', () => {
  const secret = newTotpSecret();
  const url = otpauthUrl(secret, 'ana+savez@example.hr');
  assert.ok(url.startsWith('otpauth://totp/Iskaznica:ana%2Bsavez%40example.hr?'), url);
  const { issuer, label, algorithm, digits, period } = URI.parse(url) as import('otpauth').TOTP;
  assert.deepEqual(
    { issuer, label, algorithm, digits, period },
    { issuer: 'Iskaznica', label: 'ana+savez@example.hr', algorithm: 'SHA1', digits: 6, period: 30 },
  );
  assert.equal(new URL(url).searchParams.get('secret'), secret);
});

test('six ASCII digits are a code, nothing else is', () => {
  assert.equal(isTotpCode('012345'), true);
  for (const text of ['12345', '1234567', '12345a', '١٢٣٤٥٦', '123456\n', '+12345', ''])
    assert.equal(isTotpCode(text), false);
});
