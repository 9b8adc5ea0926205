// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relyingParty } from './relying-party.ts';

test('the host of the public address, its origin first', () => {
  assert.deepEqual(
    relyingParty('https://savez.example.hr:8443', ['https://klub.example', 'https://savez.example.hr:8443']),
    {
      isOn: true,
      id: 'savez.example.hr',
      origins: ['https://savez.example.hr:8443', 'https://klub.example'],
    },
  );
  assert.deepEqual(relyingParty('http://localhost:8080', []), {
    isOn: true,
    id: 'localhost',
    origins: ['http://localhost:8080'],
  });
});

test('nothing where browsers make no passkeys', () => {
  for (const address of ['http://127.0.0.1:8080', 'https://10.0.0.7', 'http://[::1]:8080', 'https://[2001:db8::1]'])
    assert.deepEqual(relyingParty(address, []), { isOn: false, reason: 'ip_address' }, address);
  assert.deepEqual(relyingParty('http://savez.example.hr', []), { isOn: false, reason: 'not_secure' });
});
