import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../../test/support/import-fixture.ts';

const PEOPLE = 1000;
const PASSWORD = 'lètmein vèslo';
const numbers = Array.from({ length: PEOPLE }, (_, number) => number);
const addressOf = (number: number) => `veslac${number}@drugdje.example.hr`;

/** A credential made by Python's `hashlib`. */
const CREDENTIAL = {
  type: 'password',
  secretData: JSON.stringify({
    value: 'PeRUD/wbt6caA2gRPVw1Khe8aynidCxcFcBnLpqWeiaIC5DOSEi5jPpLkuEwIn13lRx0kEHKiGt1mhlQyeAQmQ==',
    salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
    additionalParameters: {},
  }),
  credentialData: JSON.stringify({ hashIterations: 2750, algorithm: 'pbkdf2-sha256', additionalParameters: {} }),
};

const keycloak = {
  realm: 'savez',
  groups: [{ name: 'Treneri', path: '/Treneri', subGroups: [] }],
  users: numbers.map((number) => ({
    id: `id-${number}`,
    username: `veslac${number}`,
    email: addressOf(number),
    firstName: 'Željko',
    lastName: `Šimić-${number}`,
    enabled: true,
    createdTimestamp: 1700000000000,
    attributes: { locale: ['en'], phoneNumber: ['+385 91 123 4567'] },
    credentials: [CREDENTIAL],
    realmRoles: ['default-roles-savez', 'offline_access'],
    groups: number === 7 ? ['/Treneri'] : [],
    requiredActions: [],
  })),
  clients: [{ clientId: 'account', users: [{ username: 'nitko' }] }],
};

const firebase = {
  hash_config: {
    algorithm: 'SCRYPT',
    base64_signer_key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    base64_salt_separator: 'Bw==',
    rounds: 8,
    mem_cost: 14,
  },
  users: numbers.map((number) => ({
    localId: `uid${number}`,
    email: addressOf(number),
    displayName: `Željko Šimić-${number}`,
    passwordHash: 'lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==',
    salt: '42xEC-ixf3L2lw==',
    createdAt: '1700000000000',
    providerUserInfo: [],
  })),
};

const auth0 = numbers
  .map((number) =>
    JSON.stringify({
      user_id: `auth0|${number}`,
      email: addressOf(number),
      given_name: 'Željko',
      family_name: `Šimić-${number}`,
      passwordHash: '$2b$04$abcdefghijklmnopqrstuurmttAVRpFVfRsWxAPtUB.aPfDF0sQvi',
    }),
  )
  .join('\n');

const wordpress = `ID,user_login,user_email,display_name,first_name,last_name,user_pass\n${numbers
  .map((number) => {
    const hash =
      number % 2
        ? '$P$9abcdefghRj9fy40o5kv42tCtnUvQ3/'
        : '$wp$2y$04$abcdefghijklmnopqrstuua72/8NDvoCengmxkw2gFW1EnWzUb79K';
    return `${number},veslac${number},${addressOf(number)},Željko,Željko,Šimić-${number},${hash}\n`;
  })
  .join('')}`;

const hitobito = {
  data: numbers.map((number) => ({
    id: String(number),
    type: 'people',
    attributes: { first_name: 'Željko', last_name: `Šimić-${number}`, email: addressOf(number), language: 'en' },
    relationships: {
      roles: { data: number === 7 ? [{ id: '1', type: 'roles' }] : [] },
      phone_numbers: { data: [{ id: String(number), type: 'phone_numbers' }] },
    },
  })),
  included: [
    { id: '1', type: 'roles', attributes: { type: 'Group::Verein::Trainer', name: '' } },
    ...numbers.map((number) => ({
      id: String(number),
      type: 'phone_numbers',
      attributes: { number: '+385 91 123 4567' },
    })),
  ],
};

interface Dump {
  readonly system: string;
  readonly file: string;
  readonly password?: string;
  /** The word for a role of person 7, which the import asks about. */
  readonly word?: string;
}

const DUMPS: readonly Dump[] = [
  { system: 'Keycloak', file: JSON.stringify(keycloak, null, 2), password: PASSWORD, word: 'Treneri' },
  { system: 'WordPress', file: wordpress, password: PASSWORD },
  { system: 'Firebase', file: JSON.stringify(firebase), password: 'user1password' },
  { system: 'Auth0', file: auth0, password: PASSWORD },
  { system: 'hitobito', file: JSON.stringify(hitobito), word: 'Trainer' },
];

for (const { system, file, password, word } of DUMPS)
  test(`a thousand people of ${system} are checked, imported, sign in, and go without a trace`, async (t) => {
    const fixture = await openImportFixture(t);
    const { service } = fixture;
    const found = async () =>
      service.database.read
        .selectFrom('users')
        .select(['email', 'ime', 'prezime', 'telefon', 'role', 'status', 'password_hash', 'password_given_at'])
        .where('email', 'like', '%@drugdje.example.hr')
        .where('status', '<>', 'deleted')
        .execute();
    const checked = await fixture.run(file, { query: '?dry_run=1' });
    const unknown = word === undefined ? 0 : 1;
    assert.deepEqual([checked.total, checked.created, checked.failed], [PEOPLE, PEOPLE - unknown, unknown]);
    const asked = checked.unknown_roles.map((one: { word: string; count: number }) => [one.word, one.count]);
    assert.deepEqual(asked, word === undefined ? [] : [[word, 1]]);
    assert.deepEqual(await found(), []);
    const fields: Record<string, string> = word === undefined ? {} : { roles: JSON.stringify({ [word]: 'guest' }) };
    const first = await fixture.run(file, { fields });
    assert.deepEqual([first.created, first.failed], [PEOPLE, 0], JSON.stringify(first.problems));
    const people = await found();
    const one = people.find(({ email }) => email === addressOf(7));
    assert.deepEqual(
      [one?.ime, one?.prezime, one?.role],
      ['Željko', 'Šimić-7', word === undefined ? 'member' : 'guest'],
    );
    assert.ok(people.every(({ status }) => status === (password === undefined ? 'invited' : 'active')));
    const undo = async (id: number) => {
      await service.call(`POST /api/admin/imports/${id}/undo`, { token: fixture.admin });
      await service.imports.runDue();
      return (await service.call(`GET /api/admin/imports/${id}`, { token: fixture.admin })).body;
    };
    const undone = await undo(first.id);
    assert.deepEqual([undone.undone, undone.kept, (await found()).length], [PEOPLE, 0, 0]);

    const again = await fixture.run(file, { fields, query: '?invite=1' });
    assert.equal(again.created, PEOPLE);
    const mails = await service.mails.take();
    assert.equal(mails.length, password === undefined ? PEOPLE : 0, 'whoever came without a password is invited');
    if (password === undefined) return;
    for (const number of [0, 1, 999]) {
      const wrong = await service.signIn(addressOf(number), `${password}?`);
      const nobody = await service.signIn(`x${addressOf(number)}`, `${password}?`);
      assert.deepEqual({ ...wrong.body, request_id: '' }, { ...nobody.body, request_id: '' });
      assert.equal((await service.signIn(addressOf(number), password)).status, 200);
    }
    const renewed = (await found()).filter(
      ({ password_hash: hash }) => hash?.startsWith('$2b$04$') && !hash.includes('abcdefghij'),
    );
    assert.equal(renewed.length, 3);
    const rest = await undo(again.id);
    assert.deepEqual([rest.undone, rest.kept], [PEOPLE - 3, 3]);
  });

test('whoever is locked out there, or must choose a password, comes without one', async (t) => {
  const fixture = await openImportFixture(t);
  const [user] = keycloak.users;
  const users = [
    { ...user, email: 'a@drugdje.example.hr', enabled: false },
    { ...user, email: 'b@drugdje.example.hr', requiredActions: ['UPDATE_PASSWORD'] },
    { ...user, email: 'c@drugdje.example.hr', credentials: [{ type: 'otp' }] },
  ];
  const done = await fixture.run(JSON.stringify({ realm: 'savez', users }));
  assert.deepEqual([done.created, done.failed], [2, 1]);
  assert.equal(done.unknown_roles[0].word, 'disabled', 'asked, not let in');
  const rows = fixture.service.database.read.selectFrom('users').select(['email', 'status', 'password_hash']);
  const people = await rows.where('email', 'like', '%@drugdje.example.hr').orderBy('email').execute();
  assert.deepEqual(
    people.map((one) => [one.email[0], one.status, one.password_hash]),
    [
      ['b', 'invited', null],
      ['c', 'invited', null],
    ],
  );
});

test('hostile exports are refused in words, whole or by person', async (t) => {
  const fixture = await openImportFixture(t);
  const refused = [
    '{"users":',
    '{"users":[{"username":"a","createdTimestamp":1}',
    '{"users":[{"username":"a","createdTimestamp":1}]]',
    '{"users":[{"name":"nobody known"}]}',
    '{"users":[{"localId":"a"}],"users":[{"localId":"b"}]}',
    '{"a":'.repeat(5000),
    `{"users":[${'['.repeat(100_000)}`,
    `{"users":[{"localId":"${'x'.repeat(300_000)}"}]}`,
    '[{"users":[]}]',
    '{"users":[{"localId":"a"}]}{"users":[{"localId":"b"}]}',
  ];
  for (const file of refused) {
    const answer = await fixture.upload(file, { token: fixture.superadmin });
    assert.deepEqual([answer.status, answer.body.code], [422, 'imports.export'], file.slice(0, 80));
  }
  const empty = await fixture.upload('{"users":[]}', { token: fixture.superadmin });
  assert.deepEqual([empty.status, empty.body.code], [422, 'imports.empty']);

  const people = [
    '{"localId":"good","email":"dobra@drugdje.example.hr"}',
    '{"localId":"twice","email":"a@drugdje.example.hr","email":"b@drugdje.example.hr"}',
    `{"localId":"deep","email":"c@drugdje.example.hr","x":${'['.repeat(40)}${']'.repeat(40)}}`,
    '{"localId":"types","email":["d@drugdje.example.hr"],"displayName":{"toString":1},"disabled":"yes"}',
    '{"localId":"proto","email":"e@drugdje.example.hr","__proto__":{"role":"superadmin"},"constructor":{}}',
    '{"localId":"broken","email":"f@drugdje.example.hr",}',
    '{"__proto__":{"localId":"x","email":"g@drugdje.example.hr"}}',
    '{"localId":"csv","email":"h@drugdje.example.hr","displayName":"\\"Ana\\",\\r\\nBanić"}',
  ];
  const done = await fixture.run(`{"users":[${people.join(',')}]}`);
  const rows = (await fixture.rows(done.id)).sort((one, other) => one.line - other.line);
  assert.deepEqual(
    rows.map(({ line, outcome, reason }) => [line, reason ?? outcome]),
    [
      [2, 'created'],
      [3, 'missing'],
      [4, 'missing'],
      [5, 'missing'],
      [6, 'created'],
      [7, 'missing'],
      [8, 'missing'],
      [9, 'created'],
    ],
  );
});
