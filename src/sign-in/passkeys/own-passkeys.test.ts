import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSKEY_ORIGIN, passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { problemsOf } from '../../../test/support/proper-answer.ts';
import { type Answer, startTestService } from '../../../test/support/test-service.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';

const OWN = '/api/users/me/passkeys';
/** A test states what it expects of a body. */
type Told = Answer['body'];
const NOWHERE = { clientDataJSON: 'e30', attestationObject: 'oA' };

test('a passkey is added, listed, renamed and removed', async (t) => {
  const { service, person, authenticator, addOptions } = await passkeyFixture(t);
  const { user, token } = await person({ email: 'ana@example.hr' });
  const none = await service.call(`GET ${OWN}`, { token });
  assert.deepEqual(
    [none.status, none.body],
    [
      200,
      { available: true, unavailable_reason: null, rp_id: 'savez.example.hr', user_handle: null, most: 20, items: [] },
    ],
  );
  const { challenge_id, options } = await addOptions(token);
  const { challenge, user: asked, rp, excludeCredentials, ...rest } = options as Record<string, Told>;
  assert.match(challenge, /^[\w-]{43}$/);
  assert.match(asked.id, /^[\w-]{43}$/);
  assert.deepEqual(
    [asked.name, asked.displayName, rp, excludeCredentials],
    ['ana@example.hr', user.full_name, { id: 'savez.example.hr', name: 'Savez' }, []],
  );
  assert.deepEqual(rest, {
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: minutes(5),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
  });
  assert.deepEqual(await service.audit.take(), []);

  const key = authenticator({ isSynced: true, counts: false, aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' });
  const added = await service.call(`POST ${OWN}`, { token, body: { challenge_id, passkey: key.create(options) } });
  const { id, created_at, ...shown } = added.body;
  assert.equal(added.status, 201, added.text);
  assert.deepEqual(shown, {
    credential_id: key.credentialId,
    name: '1Password',
    provider: '1Password',
    synced: true,
    backed_up: true,
    transports: ['internal', 'hybrid'],
    second_step_only: false,
    state: 'usable',
    last_used_at: null,
  });
  const [record, ...more] = await service.audit.take();
  assert.deepEqual(
    [record?.action, record?.user_id, record?.actor_id, record?.meta, more],
    [...['passkey.add', user.id, user.id], { passkey_id: id, synced: true }, []],
  );
  const [mail, ...others] = await service.mails.take();
  assert.deepEqual(
    [mail?.kind, mail?.to_address, mail?.params.passkey, others],
    [...['passkey-added', 'ana@example.hr', '1Password'], []],
  );

  const again = await addOptions(token);
  assert.deepEqual((again.options as Record<string, Told>).excludeCredentials, [
    { id: key.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
  ]);
  assert.equal((again.options as Record<string, Told>).user.id, asked.id, 'the handle stays');

  const renamed = await service.call(`PATCH ${OWN}/${id}`, { token, body: { name: ' Moj mobitel ' } });
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Moj mobitel']);
  const [rename] = await service.audit.take();
  assert.deepEqual([rename?.action, rename?.meta], ['passkey.rename', { passkey_id: id }]);
  const listed = await service.call(`GET ${OWN}`, { token });
  assert.deepEqual(listed.body.items, [renamed.body]);
  assert.equal(listed.body.user_handle, asked.id);

  const removed = await service.call(`DELETE ${OWN}/${id}`, { token });
  assert.deepEqual([removed.status, removed.text], [204, '']);
  const [remove] = await service.audit.take();
  assert.deepEqual([remove?.action, remove?.meta], ['passkey.remove', { passkey_id: id }]);
  const [gone] = await service.mails.take();
  assert.deepEqual([gone?.kind, gone?.params.passkey], ['passkey-removed', 'Moj mobitel']);
  const twice = await service.call(`DELETE ${OWN}/${id}`, { token });
  assert.deepEqual([twice.status, twice.body.code], [404, 'passkey.not_found']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
});

test('the name is the one that was sent, else the provider’s, else plain words', async (t) => {
  const { person, authenticator, add } = await passkeyFixture(t);
  const { token } = await person();
  const english = await person({ preferred_language: 'en' });
  assert.equal((await add(token, authenticator(), {}, 'Ključ za ured')).body.name, 'Ključ za ured');
  assert.equal((await add(token, authenticator())).body.name, 'Pristupni ključ');
  assert.equal((await add(english.token, authenticator())).body.name, 'Passkey');
  assert.deepEqual(problemsOf(await add(token, authenticator(), {}, 'a\u202eb')), ['body.name text_unsafe']);
  assert.deepEqual(problemsOf(await add(token, authenticator(), {}, 'x'.repeat(61))), ['body.name too_long']);
});

test('what the authenticator made is refused where it is not what was asked for', async (t) => {
  const { service, person, authenticator, addOptions, add } = await passkeyFixture(t);
  const { token } = await person();
  const refused = async (answer: Promise<Answer>, what: string) => {
    const { status, body } = await answer;
    assert.deepEqual([status, body.code], [400, 'passkey.not_added'], what);
  };
  const ceremonies = {
    'wrong origin': { origin: 'https://evil.example' },
    'the same host on another port': { origin: `${PASSKEY_ORIGIN}:8443` },
    'plain http': { origin: 'http://savez.example.hr' },
    'wrong relying party': { rpId: 'evil.example' },
    'nobody present': { isPresent: false },
    'another ceremony': { type: 'webauthn.get' },
    'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    'inside a frame': { crossOrigin: true },
    'inside a frame of somebody': { crossOrigin: true, topOrigin: 'https://evil.example' },
    'another id than in the authenticator data': { id: 'AAAA' },
  };
  for (const [what, ceremony] of Object.entries(ceremonies)) await refused(add(token, authenticator(), ceremony), what);

  const { challenge_id, options } = await addOptions(token);
  const key = authenticator();
  const passkey = key.create(options);
  const send = (sent: object, by = token) => service.call(`POST ${OWN}`, { token: by, body: sent });
  const stranger = await person();
  await refused(send({ challenge_id, passkey }, stranger.token), 'by somebody else');
  const open = (await service.call('GET /api/auth/passkey')).body;
  await refused(
    send({ challenge_id: open.challenge_id, passkey: key.create({ ...options, ...open.options }) }),
    'with the challenge of a sign-in',
  );
  await refused(send({ challenge_id: `${challenge_id}x`, passkey }), 'a challenge that was changed');
  await refused(send({ challenge_id: 'x', passkey }), 'no challenge of ours');
  await refused(send({ challenge_id, passkey: { ...passkey, response: NOWHERE } }), 'nothing inside');
  service.clock.advance(minutes(5));
  await refused(send({ challenge_id, passkey }), 'too late');
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
});

test('a challenge adds one passkey, and a passkey is added once, to one account', async (t) => {
  const { service, person, authenticator, addOptions, add } = await passkeyFixture(t);
  const { token } = await person();
  const { challenge_id, options } = await addOptions(token);
  const send = (passkey: object) => service.call(`POST ${OWN}`, { token, body: { challenge_id, passkey } });
  const first = authenticator();
  assert.equal((await send(first.create(options))).status, 201);
  const second = await send(authenticator().create(options));
  assert.deepEqual([second.status, second.body.code], [400, 'passkey.not_added']);
  const same = await add(token, first);
  assert.deepEqual([same.status, same.body.code], [409, 'passkey.exists']);
  const stranger = await person();
  const stolen = await add(stranger.token, first);
  assert.deepEqual([stolen.status, stolen.body.code], [409, 'passkey.exists']);
  assert.equal((await service.call(`GET ${OWN}`, { token: stranger.token })).body.items.length, 0);
});

test('the twenty-first is refused, and one that was removed makes room', async (t) => {
  const { service, person, authenticator, add } = await passkeyFixture(t);
  const { token } = await person();
  const ids: number[] = [];
  for (let count = 1; count <= 20; count++) {
    const { status, body } = await add(token, authenticator());
    assert.equal(status, 201);
    ids.push(body.id);
  }
  const over = await add(token, authenticator());
  assert.deepEqual([over.status, over.body.code], [409, 'passkey.too_many']);
  assert.equal((await service.call(`DELETE ${OWN}/${ids[3]}`, { token })).status, 204);
  assert.equal((await add(token, authenticator())).status, 201);
});

test('the last way in stays', async (t) => {
  const { service, holder, authenticator, add, signIn } = await passkeyFixture(t);
  const { user, token, key, id } = await holder();
  const withoutPassword = { password_hash: null };
  await service.database.transaction((tx) =>
    tx.updateTable('users').set(withoutPassword).where('id', '=', user.id).execute(),
  );
  const last = await service.call(`DELETE ${OWN}/${id}`, { token });
  assert.deepEqual([last.status, last.body.code], [409, 'passkey.last_way_in']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
  assert.equal((await signIn(key)).status, 200, 'it was not removed');
  const other = authenticator();
  assert.equal((await add(token, other)).status, 201);
  assert.equal((await service.call(`DELETE ${OWN}/${id}`, { token })).status, 204);
  assert.equal((await signIn(other)).status, 200);
});

test('adding and removing are grave acts; naming and listing are not', async (t) => {
  const { service, holder, addOptions, authenticator } = await passkeyFixture(t);
  const { token, user, id } = await holder();
  const { challenge_id, options } = await addOptions(token);
  const passkey = authenticator().create(options);
  service.clock.advance(minutes(11));
  const code = async (target: string, body?: object) => (await service.call(target, { token, body })).body.code;
  assert.equal(await code(`POST ${OWN}/options`), 'reauth.required');
  assert.equal(await code(`POST ${OWN}`, { challenge_id, passkey }), 'reauth.required');
  assert.equal(await code(`DELETE ${OWN}/${id}`), 'reauth.required');
  assert.equal(await code(`GET ${OWN}`), undefined);
  assert.equal(await code(`PATCH ${OWN}/${id}`, { name: 'Mobitel' }), undefined);
  const fresh = await service.tokenOf(user.email);
  assert.equal((await service.call(`DELETE ${OWN}/${id}`, { token: fresh })).status, 204);
});

test('nobody sees, renames or removes another’s', async (t) => {
  const { service, holder, person } = await passkeyFixture(t);
  const { id, token } = await holder();
  for (const stranger of [await person(), await person({ role: 'superadmin' })]) {
    assert.deepEqual((await service.call(`GET ${OWN}`, { token: stranger.token })).body.items, []);
    for (const [target, body] of [
      [`PATCH ${OWN}/${id}`, { name: 'moj' }],
      [`DELETE ${OWN}/${id}`, undefined],
    ] as const) {
      const answer = await service.call(target, { token: stranger.token, body });
      assert.deepEqual([answer.status, answer.body.code], [404, 'passkey.not_found']);
    }
  }
  assert.equal((await service.call(`GET ${OWN}`, { token })).body.items.length, 1);
  assert.equal((await service.call(`GET ${OWN}`)).status, 401);
});

test('on an address without a name there are none, and the own page learns why', async (t) => {
  const service = await startTestService(t);
  const { email } = await service.addPerson();
  const token = await service.tokenOf(email);
  const { body } = await service.call(`GET ${OWN}`, { token });
  assert.deepEqual([body.available, body.unavailable_reason, body.rp_id], [false, 'ip_address', null]);
  const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', response: NOWHERE };
  for (const [target, sent] of [
    [`POST ${OWN}/options`, undefined],
    [`POST ${OWN}`, { challenge_id: 'x', passkey }],
    ['GET /api/auth/passkey', undefined],
    ['GET /.well-known/webauthn', undefined],
  ] as const) {
    const answer = await service.call(target, { token, body: sent });
    assert.deepEqual([answer.status, answer.body.code], [404, 'passkey.off'], target);
  }
});

test('other origins may use them where the operator says so', async (t) => {
  const { service, person, authenticator, add, signIn } = await passkeyFixture(t, {
    SVC_PASSKEY_ORIGINS: 'https://klub.example',
  });
  const known = await service.call('GET /.well-known/webauthn');
  assert.deepEqual([known.status, known.body], [200, { origins: [PASSKEY_ORIGIN, 'https://klub.example'] }]);
  assert.equal(known.headers['cache-control'], 'public, max-age=60');
  const { token } = await person();
  const key = authenticator();
  assert.equal((await add(token, key, { origin: 'https://klub.example' })).status, 201);
  assert.equal((await signIn(key, { origin: 'https://klub.example' })).status, 200);
  assert.equal((await signIn(key, { origin: 'https://drugi.example' })).status, 401);
});

test('they are exported without keys, and erased', async (t) => {
  const { service, holder, signIn } = await passkeyFixture(t);
  const { user, id, key } = await holder({ isSynced: true });
  const contributor = service.privacy.contributors.find(({ room }) => room === 'passkeys');
  assert.ok(contributor);
  const { passkeys } = (await contributor.exportOf(service.database.read, user.id)) as { passkeys: object[] };
  assert.equal(passkeys.length, 1);
  assert.deepEqual(Object.keys(passkeys[0] ?? {}).sort(), [
    ...[
      'backed_up_at',
      'created_at',
      'host',
      'last_used_at',
      'model',
      'name',
      'refused_at',
      'second_step_only',
      'synced',
    ],
    ...['transports', 'verified_at'],
  ]);
  service.clock.advance(hours(1));
  const at = user.created_at;
  for (let round = 0; round < 2; round++)
    await service.database.transaction((tx) => contributor.erase(tx, user.id, at));
  assert.ok(id > 0);
  assert.deepEqual((await signIn(key)).body.code, 'passkey.unknown');
  for (const table of ['passkeys', 'passkey_owners'] as const)
    assert.deepEqual(await service.database.read.selectFrom(table).selectAll().execute(), []);
});

test('a passkey proves again who somebody is', async (t) => {
  const { service, holder } = await passkeyFixture(t);
  const { user, key, token, id } = await holder();
  const stranger = await holder();
  const PROOF = '/api/auth/reauthenticate/passkey';
  service.clock.advance(minutes(11));
  await service.audit.forget();
  const remove = () => service.call(`DELETE ${OWN}/${id}`, { token });
  assert.equal((await remove()).body.code, 'reauth.required');
  const asked = async (by: string) => (await service.call(`GET ${PROOF}`, { token: by })).body;
  const prove = (body: object) => service.call(`POST ${PROOF}`, { token, body });
  const { challenge_id, options } = await asked(token);
  const theirs = await asked(stranger.token);
  for (const wrong of [
    { challenge_id, passkey: stranger.key.get(options) },
    { challenge_id: theirs.challenge_id, passkey: key.get(theirs.options) },
    { challenge_id, passkey: key.get(options, { origin: 'https://evil.example' }) },
  ]) {
    const { status, body } = await prove(wrong);
    assert.deepEqual([status, body.code], [403, 'passkey.not_confirmed']);
  }
  assert.deepEqual(
    await service.audit.actions(),
    Array.from({ length: 3 }, () => 'auth.reauthenticate.fail'),
  );
  const passkey = key.get(options, { isVerified: false });
  assert.equal((await prove({ challenge_id, passkey })).status, 200);
  const [record] = await service.audit.take();
  assert.deepEqual([record?.action, record?.user_id, record?.meta.how], ['auth.reauthenticate', user.id, 'passkey']);
  assert.equal((await prove({ challenge_id, passkey })).status, 403, 'once');
  assert.equal((await remove()).status, 204);
  const none = await service.call(`GET ${PROOF}`, { token });
  assert.deepEqual([none.status, none.body.code], [404, 'passkey.not_found']);
});

test('a passkey that the browser makes by itself needs nobody present, and is no factor before it verified its user', async (t) => {
  const { service, person, authenticator, signIn } = await passkeyFixture(t);
  const { user, token } = await person();
  const absent = { isPresent: false, isVerified: false };
  const begin = async (query = '') => (await service.call(`POST ${OWN}/options${query}`, { token })).body;
  const send = (challenge_id: string, passkey: object) =>
    service.call(`POST ${OWN}`, { token, body: { challenge_id, passkey } });
  const hostOf = async () =>
    (
      await service.database.read
        .selectFrom('users')
        .select('passkey_host')
        .where('id', '=', user.id)
        .executeTakeFirst()
    )?.passkey_host;
  for (const query of ['', '?purpose=second_step', '?purpose=second_step&mediation=conditional']) {
    const { challenge_id, options } = await begin(query);
    const refused = await send(challenge_id, authenticator().create(options, absent));
    assert.deepEqual([refused.status, refused.body.code], [400, 'passkey.not_added'], query);
  }
  assert.equal((await begin('?mediation=silent')).code, 'request.invalid');
  const { challenge_id, options } = await begin('?mediation=conditional');
  const key = authenticator();
  await service.mails.take();
  assert.equal((await send(challenge_id, key.create(options, absent))).status, 201);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['passkey-added'],
  );
  assert.equal(await hostOf(), null);
  assert.equal((await signIn(key, absent)).status, 401, 'whoever signs in is present');
  assert.equal((await signIn(key)).status, 200);
  assert.equal(await hostOf(), 'savez.example.hr');
  service.clock.advance(minutes(14));
  const stale = await service.call(`POST ${OWN}/options?mediation=conditional`, { token });
  assert.deepEqual([stale.status, stale.body.code], [403, 'reauth.required']);
});

test('programs that keep passkeys and passwords find the page where they are changed', async (t) => {
  const { service } = await passkeyFixture(t);
  const page = `${PASSKEY_ORIGIN}/profil?tab=sigurnost`;
  const { status, body, headers } = await service.call('GET /.well-known/passkey-endpoints');
  assert.deepEqual([status, body], [200, { enroll: page, manage: page }]);
  assert.match(String(headers['content-type']), /^application\/json/);
  const change = await service.call('GET /.well-known/change-password');
  assert.deepEqual([change.status, change.headers.location], [302, '/profil?tab=sigurnost']);
  // The draft on change-password URLs asks it, to tell pages that answer everything with 200.
  const probe = 'GET /.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  assert.equal((await service.call(probe)).status, 404);
  const off = await startTestService(t, { SVC_PUBLIC_URL: 'http://192.0.2.1' });
  assert.equal((await off.call('GET /.well-known/passkey-endpoints')).body.code, 'passkey.off');
});
