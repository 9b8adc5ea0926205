import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook as ForeignWebhook } from 'standardwebhooks';
import { openEventFixture } from '../test/support/event-fixture.ts';
import { webhookVerifier } from './verify-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = Date.parse('2026-03-01T10:00:00Z');
const BODY = JSON.stringify({
  type: 'user.suspend',
  timestamp: '2026-03-01T10:00:00.000Z',
  data: { seq: 7, sub: 'č' },
});

function signed(body = BODY, { secret = SECRET, id = 'evt_7_abc', at = NOW } = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

const verify = webhookVerifier({ secrets: SECRET, now: () => NOW });

test('a signed message is taken as text, as bytes, from Headers, and beside a signature of another secret or version', async () => {
  const headers = signed();
  const taken = await verify(headers, BODY);
  assert.deepEqual([taken?.id, taken?.message.type], ['evt_7_abc', 'user.suspend']);
  assert.ok(await verify(new Headers(headers), Buffer.from(BODY)));
  const both = `v1a,xyz ${signed(BODY, { secret: OTHER })['webhook-signature']} ${headers['webhook-signature']}`;
  assert.ok(await verify({ ...headers, 'webhook-signature': both }, BODY));
  const rotating = webhookVerifier({ secrets: [OTHER, SECRET], now: () => NOW });
  assert.ok(await rotating(headers, BODY));
  assert.ok(await verify(signed(BODY, { at: NOW - 299_000 }), BODY));
});

test('20 forgeries are refused each', async () => {
  const good = signed();
  const [, mac = ''] = good['webhook-signature'].split(',');
  const { 'webhook-id': _id, ...noId } = good;
  const { 'webhook-timestamp': _at, ...noTime } = good;
  const { 'webhook-signature': _mac, ...noSignature } = good;
  const flipped = `v1,${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
  const hex = `v1,${Buffer.from(mac, 'base64').toString('hex')}`;
  const emptyKey = createHmac('sha256', '')
    .update(`evt_7_abc.${NOW / 1000}.${BODY}`)
    .digest('base64');
  const bodyAlone = createHmac('sha256', Buffer.alloc(32, 7)).update(BODY).digest('base64');
  const asText = createHmac('sha256', SECRET)
    .update(`evt_7_abc.${NOW / 1000}.${BODY}`)
    .digest('base64');
  const many = `${'v1,x '.repeat(1000)}${good['webhook-signature']}`;
  const forgeries: [string, Record<string, string | string[]>, string][] = [
    ['another body', good, BODY.replace('suspend', 'restore')],
    ['a space more', good, `${BODY} `],
    ['no body', good, ''],
    ['another id', { ...good, 'webhook-id': 'evt_8_abc' }, BODY],
    ['no id', noId, BODY],
    ['an empty id', { ...good, 'webhook-id': '' }, BODY],
    ['another time', { ...good, 'webhook-timestamp': String(NOW / 1000 + 1) }, BODY],
    ['no time', noTime, BODY],
    ['a time that is no number', { ...signed(), 'webhook-timestamp': 'NaN' }, BODY],
    ['a time with a sign', { ...good, 'webhook-timestamp': `+${NOW / 1000}` }, BODY],
    ['five minutes old', signed(BODY, { at: NOW - 301_000 }), BODY],
    ['five minutes ahead', signed(BODY, { at: NOW + 301_000 }), BODY],
    ['another secret', signed(BODY, { secret: OTHER }), BODY],
    ['no signature', noSignature, BODY],
    ['an empty signature', { ...good, 'webhook-signature': '' }, BODY],
    ['a signature without its version', { ...good, 'webhook-signature': mac }, BODY],
    ['another version', { ...good, 'webhook-signature': `v2,${mac}` }, BODY],
    ['one letter of the signature', { ...good, 'webhook-signature': flipped }, BODY],
    ['in hexadecimal', { ...good, 'webhook-signature': hex }, BODY],
    ['by an empty key', { ...good, 'webhook-signature': `v1,${emptyKey}` }, BODY],
    ['of the body alone', { ...good, 'webhook-signature': `v1,${bodyAlone}` }, BODY],
    ['by the secret as text', { ...good, 'webhook-signature': `v1,${asText}` }, BODY],
    ['behind a thousand others', { ...good, 'webhook-signature': many }, BODY],
    ['a header twice', { ...good, 'webhook-id': ['evt_7_abc', 'evt_7_abc'] }, BODY],
  ];
  assert.ok(forgeries.length >= 20);
  for (const [what, headers, body] of forgeries) assert.equal(await verify(headers, body), undefined, what);
  for (const secrets of ['', 'whsec_', 'whsec_AAAA', SECRET.slice(6)])
    await assert.rejects(webhookVerifier({ secrets, now: () => NOW })(good, BODY), /does not look like/, secrets);
});

test('what the service sends is verified here and by the library of Standard Webhooks alike', async (t) => {
  const fixture = await openEventFixture(t);
  const { id, secret } = await fixture.subscribe();
  const renewed = await fixture.service.call(`POST /api/admin/subscriptions/${id}/secret`, { token: fixture.boss });
  assert.equal(renewed.status, 200);
  const sent = await fixture.service.call(`POST /api/admin/subscriptions/${id}/test`, { token: fixture.boss });
  assert.equal(sent.body.status, 204);
  await fixture.service.call(`POST /api/admin/users/${fixture.memberId}/suspend`, { token: fixture.boss, body: {} });
  await fixture.deliver();
  assert.deepEqual(
    fixture.arrived().map(({ type }) => type),
    ['events.test', 'user.suspend'],
  );
  for (const secrets of [secret, renewed.body.secret])
    for (const { headers, body } of fixture.receiver.received) {
      const here = await webhookVerifier({ secrets, now: () => fixture.service.clock.now() })(headers, body);
      assert.deepEqual(here?.message, JSON.parse(body));
      t.mock.timers.enable({ apis: ['Date'], now: fixture.service.clock.now() });
      assert.deepEqual(new ForeignWebhook(secrets).verify(body, headers as Record<string, string>), here?.message);
      t.mock.timers.reset();
    }
});
