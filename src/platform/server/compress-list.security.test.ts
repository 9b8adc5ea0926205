import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService } from '../../../test/support/test-service.ts';
import { acceptedEncoding } from '../http/fixed-answer.ts';

const PEOPLE = 40;

test('a long list is compressed as the client accepts it, and nothing else is', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  const token = await service.tokenOf('admin@example.hr');
  for (let number = 0; number < PEOPLE; number++) await service.addPerson({ email: `osoba${number}@example.hr` });
  const ask = (url: string, accepted: string) =>
    service.server.inject({
      url,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepted, origin: 'https://savez.example' },
    });
  const plain = await ask('/api/admin/users', 'identity');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(String(plain.headers.vary), /accept-encoding/i);
  assert.equal(plain.json().items.length, PEOPLE + 1);
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await ask('/api/admin/users', accepted);
    assert.equal(headers['content-encoding'], encoding);
    assert.equal(Number(headers['content-length']), rawPayload.length);
    assert.ok(
      rawPayload.length * 4 < plain.rawPayload.length,
      `${rawPayload.length} of ${plain.rawPayload.length} bytes`,
    );
    assert.deepEqual(unpack(rawPayload), plain.rawPayload);
  }
  for (const url of ['/api/auth/me', '/api/admin/users?limit=1']) {
    const { headers } = await ask(url, 'gzip, br');
    assert.equal(headers['content-encoding'], undefined, url);
  }
});

test('an encoding is accepted by name and not refused by its weight', () => {
  assert.equal(acceptedEncoding(undefined), undefined);
  assert.equal(acceptedEncoding('*'), undefined);
  assert.equal(acceptedEncoding('brotli, xgzip'), undefined);
  assert.equal(acceptedEncoding('GZIP;q=0.5'), 'gzip');
  assert.equal(acceptedEncoding('br ; q=0.000, gzip'), 'gzip');
  assert.equal(acceptedEncoding('br;q=0.001'), 'br');
});
