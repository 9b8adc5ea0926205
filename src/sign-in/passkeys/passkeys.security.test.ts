import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { assertProper } from '../../../test/support/proper-answer.ts';
import type { Assertion, SoftwareAuthenticator } from '../../../test/support/software-authenticator.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { roundsOr, timeFor } from '../../../test/support/test-rounds.ts';
import { PASSWORD } from '../../../test/support/test-service.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';

const UNLIMITED = { SVC_LOGIN_LOCK_THRESHOLD: '20', SVC_LOGIN_IP_THRESHOLD: '1000' };
const OWN = '/api/users/me/passkeys';

async function refused(
  fixture: PasskeyFixture,
  key: SoftwareAuthenticator,
  ceremony: object,
  what: string,
): Promise<void> {
  const answer = await fixture.signIn(key, ceremony);
  assert.deepEqual([answer.status, answer.body.code], [401, 'passkey.invalid'], what);
  const [record, ...others] = await fixture.service.audit.take();
  assert.deepEqual([record?.action, record?.meta.reason, others], ['login.fail', 'passkey.invalid', []], what);
}

test('an assertion that is not the right one opens nothing', async (t) => {
  const fixture = await passkeyFixture(t, UNLIMITED);
  const { key } = await fixture.holder({ isSynced: true, counts: false });
  const ceremonies = {
    'wrong origin': { origin: 'https://evil.example' },
    'a subdomain': { origin: 'https://x.savez.example.hr' },
    'wrong relying party': { rpId: 'evil.example' },
    'nobody present': { isPresent: false },
    'another ceremony': { type: 'webauthn.create' },
    'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    'inside a frame': { crossOrigin: true },
    'of another user handle': { userHandle: Buffer.alloc(32).toString('base64url') },
    'of no user handle': { userHandle: undefined },
  };
  for (const [what, ceremony] of Object.entries(ceremonies)) await refused(fixture, key, ceremony, what);
  assert.equal((await fixture.signIn(key)).status, 200);
});

test('another’s credential opens only their own account', async (t) => {
  const fixture = await passkeyFixture(t, UNLIMITED);
  const ana = await fixture.holder();
  const ivo = await fixture.holder();
  await refused(fixture, ivo.key, { id: ana.key.credentialId }, 'by the id of another’s');
  const { challenge_id, options } = await fixture.options();
  const right = ana.key.get(options);
  const handleOf = (passkey: Assertion) => passkey.response.userHandle;
  const mine = ivo.key.get(options);
  const mixed = { ...mine, response: { ...mine.response, userHandle: handleOf(right) } };
  const answer = await fixture.login({ challenge_id, passkey: mixed });
  assert.deepEqual([answer.status, answer.body.code], [401, 'passkey.invalid'], 'by the handle of another');
  const own = await fixture.login({ challenge_id, passkey: mine });
  assert.deepEqual([own.status, own.body.user.id], [200, ivo.user.id]);
});

test('an unknown passkey is told, and counts for the address alone', async (t) => {
  const { service, authenticator, addOptions, person, login, options } = await passkeyFixture(t);
  const { token } = await person();
  const key = authenticator();
  key.create((await addOptions(token)).options); // never sent
  const { challenge_id, options: asked } = await options();
  for (let count = 1; count <= 6; count++) {
    const { status, body } = await login({ challenge_id, passkey: key.get(asked) });
    assert.deepEqual([status, body.code], [401, 'passkey.unknown']);
  }
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, record?.user_id, record?.meta.reason], ['login.fail', null, 'passkey.unknown']);
});

test('a challenge is good once, for five minutes, for its purpose and person', async (t) => {
  const { service, holder, login, options, addOptions } = await passkeyFixture(t);
  const { key, token, user } = await holder({ isSynced: true, counts: false });
  const { challenge_id, options: asked } = await options();
  const passkey = key.get(asked);
  assert.equal((await login({ challenge_id, passkey })).status, 200);
  await service.audit.forget();
  const code = async (body: object) => {
    const answer = await login(body);
    assert.equal(answer.status, 401);
    const [record, ...others] = await service.audit.take();
    assert.deepEqual([record?.action, record?.meta.flaw, others], ['login.fail', 'challenge', []]);
    return answer.body.code;
  };
  assert.equal(await code({ challenge_id, passkey }), 'passkey.invalid', 'twice');
  const late = await options();
  const lateKey = key.get(late.options);
  service.clock.advance(minutes(5));
  assert.equal(await code({ challenge_id: late.challenge_id, passkey: lateKey }), 'passkey.invalid', 'expired');
  const fresh = await service.tokenOf(user.email);
  const toAdd = await addOptions(fresh);
  assert.equal(
    await code({ challenge_id: toAdd.challenge_id, passkey: key.get({ ...late.options, ...toAdd.options }) }),
    'passkey.invalid',
    'meant for adding one',
  );
  await enrolSecondFactor(service, authenticatorApp(t), fresh);
  const half = await service.signIn(user.email);
  await service.audit.forget();
  const { challenge_id: second, options: secondOptions } = half.body;
  assert.equal(await code({ challenge_id: second, passkey: key.get(secondOptions) }), 'passkey.invalid', 'second step');
  const first = await options();
  const crossed = await login({ pending: half.body.pending, ...first, passkey: key.get(first.options) });
  assert.deepEqual([crossed.status, crossed.body.code], [401, 'login.wrong'], 'meant for a first step');
  assert.ok(token);
});

test('nobody takes the second step with another’s challenge', async (t) => {
  const { service, holder, login } = await passkeyFixture(t);
  const ana = await holder();
  const ivo = await holder();
  for (const { token } of [ana, ivo]) await enrolSecondFactor(service, authenticatorApp(t), token);
  const [forAna, forIvo] = [await service.signIn(ana.user.email), await service.signIn(ivo.user.email)];
  const { challenge_id, options } = forIvo.body;
  const { pending } = forAna.body;
  const answer = await login({ pending, challenge_id, passkey: ivo.key.get(options) });
  assert.deepEqual([answer.status, answer.body.code], [401, 'login.wrong']);
});

test('wrong assertions by a known passkey lock the account, for every way in', async (t) => {
  const { service, holder, signIn } = await passkeyFixture(t);
  const { user, key } = await holder();
  for (let count = 1; count <= 5; count++) {
    const { status, body } = await signIn(key, { origin: 'https://evil.example' });
    assert.deepEqual([status, body.code, body.count, body.most], [401, 'passkey.invalid', count, 5]);
    assert.match(body.detail, new RegExp(`^Pristupni ključ nije potvrđen \\(${count}/5\\)\\.`));
  }
  assert.deepEqual((await service.audit.actions()).slice(-2), ['login.fail', 'login.locked']);
  assert.equal((await signIn(key)).status, 423);
  assert.equal((await service.signIn(user.email, PASSWORD)).status, 423);
  service.clock.advance(minutes(5));
  assert.equal((await signIn(key)).status, 200);
});

test('the window of an address applies', async (t) => {
  const { service, holder, login, options } = await passkeyFixture(t, { SVC_LOGIN_IP_THRESHOLD: '3' });
  const { key } = await holder();
  const from = '10.9.9.9';
  for (let count = 1; count <= 3; count++) {
    const { options: asked } = await options();
    assert.equal((await login({ challenge_id: 'x', passkey: key.get(asked) }, from)).status, 401);
  }
  const { challenge_id, options: asked } = await options();
  assert.equal((await login({ challenge_id, passkey: key.get(asked) }, from)).status, 429);
  assert.equal((await service.audit.actions()).at(-1), 'login.ratelimit.ip');
  const { challenge_id: id, options: elsewhere } = await options();
  assert.equal((await login({ challenge_id: id, passkey: key.get(elsewhere) })).status, 200);
});

test('a copy of a key that cannot be copied shuts it for good, and its owner is told', async (t) => {
  const { service, holder, signIn } = await passkeyFixture(t);
  const { user, key, token, id } = await holder();
  const copy = key.copied();
  assert.equal((await signIn(copy)).status, 200, 'the copy was first');
  await service.audit.forget();
  const owner = await signIn(key);
  assert.deepEqual([owner.status, owner.body.code], [401, 'passkey.refused']);
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, user_id }) => [action, user_id]),
    [
      ['passkey.refuse', user.id],
      ['login.fail', user.id],
    ],
  );
  assert.deepEqual(records[0]?.meta, { passkey_id: id, counter: 2, stored: 2 });
  const [mail, ...others] = await service.mails.take();
  assert.deepEqual([mail?.kind, mail?.to_address, others], ['passkey-refused', user.email, []]);
  for (let count = 1; count <= 2; count++) assert.equal((await signIn(copy)).body.code, 'passkey.refused');
  assert.deepEqual(await service.mails.take(), [], 'told once');
  assert.equal((await service.call(`GET ${OWN}`, { token })).body.items[0].state, 'refused');
  assert.equal((await service.call(`DELETE ${OWN}/${id}`, { token })).status, 204);
});

test('an answer that is sent twice is no copy', async (t) => {
  const { service, holder, login, options, signIn } = await passkeyFixture(t);
  const { user, key, token } = await holder();
  const { challenge_id, options: asked } = await options();
  const passkey = key.get(asked);
  assert.equal((await login({ challenge_id, passkey })).status, 200);
  const again = await login({ challenge_id, passkey });
  assert.deepEqual([again.status, again.body.code], [401, 'passkey.invalid']);
  await enrolSecondFactor(service, authenticatorApp(t), token);
  const { pending, challenge_id: second, options: secondOptions } = (await service.signIn(user.email)).body;
  const body = { pending, challenge_id: second, passkey: key.get(secondOptions) };
  assert.equal((await login(body)).status, 200);
  assert.equal((await login(body)).status, 401);
  assert.deepEqual(
    (await service.mails.take()).filter(({ kind }) => kind === 'passkey-refused'),
    [],
  );
  assert.equal((await signIn(key)).status, 200);
});

test('a copied key is shut at the second step too', async (t) => {
  const { service, holder, login, signIn } = await passkeyFixture(t);
  const { user, key, token, id } = await holder();
  const copy = key.copied();
  assert.equal((await signIn(copy)).status, 200);
  await enrolSecondFactor(service, authenticatorApp(t), token);
  await service.mails.take();
  const { pending, challenge_id, options } = (await service.signIn(user.email)).body;
  await service.audit.forget();
  const answer = await login({ pending, challenge_id, passkey: key.get(options) });
  assert.deepEqual([answer.status, answer.body.code], [401, 'login.wrong']);
  assert.deepEqual(await service.audit.actions(), ['passkey.refuse', 'login.2fa_fail']);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['passkey-refused'],
  );
  assert.deepEqual((await service.signIn(user.email)).body.methods, ['totp'], `${id} is offered no longer`);
});

test('synchronised passkeys are copies of each other', async (t) => {
  const { holder, signIn } = await passkeyFixture(t);
  const { key } = await holder({ isSynced: true });
  const copy = key.copied();
  for (const one of [copy, copy, key, copy]) assert.equal((await signIn(one)).status, 200);
});

test('a removed passkey opens nothing, nor does what is pending by it', async (t) => {
  const { service, holder, signIn, login } = await passkeyFixture(t);
  const { token, key, id } = await holder();
  const app = authenticatorApp(t);
  const { secret } = await enrolSecondFactor(service, app, token);
  const { pending } = (await signIn(key, { isVerified: false })).body;
  assert.equal((await service.call(`DELETE ${OWN}/${id}`, { token })).status, 204);
  assert.equal((await signIn(key)).body.code, 'passkey.unknown');
  const over = await login({ pending, totp: app.codeAt(secret, service.clock.now()) });
  assert.deepEqual([over.status, over.body.code], [401, 'login.pending_over']);
});

/** 1,000 in the suite, more with `npm run soak`; each changes a right assertion a little. */
/** What was changed is read before any store is asked, so that one of them is enough for most. */
const MUTATIONS = roundsOr(testEngine === 'sqlite' ? 2000 : 200);

test('an assertion that was changed anywhere is refused properly, whatever was changed', {
  timeout: timeFor(minutes(5)),
}, async (t) => {
  const { service, holder, login, options } = await passkeyFixture(t, UNLIMITED);
  const { key } = await holder({ isSynced: true, counts: false });
  const statuses = new Map<number, number>();
  for (let round = 0; round < MUTATIONS; round++) {
    if (round % 15 === 14) service.clock.advance(hours(25)); // before the lock that twenty in a row bring
    const { challenge_id, options: asked } = await options();
    const passkey = key.get(asked);
    const body = mutated({ challenge_id, passkey }, round);
    const answer = await login(body);
    assertProper(answer, JSON.stringify(body).slice(0, 600));
    assert.ok([401, 422].includes(answer.status), `${answer.status} ${JSON.stringify(body)}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  assert.ok((statuses.get(401) ?? 0) > MUTATIONS / 2, 'most are read');
});

interface Sent {
  readonly challenge_id: string;
  readonly passkey: Assertion;
}

const MEMBERS = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const;

/** The same from the same round, so that a failure can be repeated; never the text that was right. */
function mutated({ challenge_id, passkey }: Sent, round: number): object {
  const random = generator(round);
  const index = random(MEMBERS.length + 2);
  if (index === MEMBERS.length) return { challenge_id: changedText(challenge_id, random), passkey };
  if (index === MEMBERS.length + 1) {
    const id = changedText(passkey.id, random);
    return { challenge_id, passkey: { ...passkey, id, rawId: random(2) === 0 ? id : passkey.id } };
  }
  const member = MEMBERS[index] ?? 'signature';
  const bytes = changedBytes(Buffer.from(passkey.response[member] ?? '', 'base64url'), random);
  return {
    challenge_id,
    passkey: { ...passkey, response: { ...passkey.response, [member]: bytes.toString('base64url') } },
  };
}

type Random = (below: number) => number;

function generator(seed: number): Random {
  let state = (seed + 1) * 2654435761;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function changedBytes(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length);
  const changed = Buffer.from(bytes);
  switch (random(5)) {
    case 0:
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
      return changed;
    case 1:
      return changed.subarray(0, at);
    case 2:
      return Buffer.concat([changed, Buffer.from([random(256)])]);
    case 3:
      return Buffer.concat([changed.subarray(0, at), Buffer.from([random(256)]), changed.subarray(at)]);
    default:
      return Buffer.concat([changed, changed]);
  }
}

function changedText(text: string, random: Random): string {
  const at = random(text.length);
  const other = text[at] === 'A' ? 'B' : 'A';
  return random(2) === 0 ? text.slice(0, at) + other + text.slice(at + 1) : text.slice(0, at);
}
