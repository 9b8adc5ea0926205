import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../../platform/kernel/clock.ts';

const PREFIXES = ['$2a$', '$2b$', '$2y$'];
const SALT = '04$abcdefghijklmnopqrstuu';
const LONG = 'jutarnja regata kod Hvara, povratak navecer, kormilar stari Mate i jos osam ljudi';
const CUT = `${'r'.repeat(71)}č i jos`;
const IN_PIECES = 'c\u030camac na moru s\u030cumi';

/** Of another program: made by `crypt` of libxcrypt. */
const ELSEWHERE: readonly [password: string, hash: string][] = [
  [LONG, 'efZ4EvPodYPiwdGtYwqqrpRfGX4hvAi'],
  [CUT, 'O7ccx.NCThtb8FNtqGMuv0MxZpIAw4y'],
  [IN_PIECES, 'L38vTeJwbbXl5kkC1zjuYjDBVDoKhry'],
  ['veslam', 'giBTtdnMllN7Qens5x5HYRiMSQEBqlG'],
];

const PEOPLE = ELSEWHERE.flatMap(([password, made], number) =>
  PREFIXES.map((prefix) => ({
    email: `osoba${number}${prefix[2]}@example.hr`,
    password,
    hash: prefix + SALT + made,
  })),
);

const fileOf = (people: readonly { email: string; hash: string }[]): string =>
  `email,password_hash\n${people.map((person) => `${person.email},${person.hash}\n`).join('')}`;

const rowOf = ({ database }: TestService, email: string) =>
  database.read
    .selectFrom('users')
    .select(['id', 'password_hash', 'password_given_at', 'hash_renewed_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

test('a hash of another program is tried as that program would, and renewed by the first sign-in', async (t) => {
  const { service, run } = await openImportFixture(t);
  assert.equal((await run(fileOf(PEOPLE))).created, PEOPLE.length);
  for (const { email, password, hash } of PEOPLE) {
    const wrong = await service.signIn(email, `x${password}`);
    assert.deepEqual([wrong.status, wrong.body.code], [401, 'login.wrong'], email);
    assert.equal((await rowOf(service, email)).password_hash, hash);
    await service.audit.forget();
    assert.equal((await service.signIn(email, password)).status, 200, email);
    assert.deepEqual(await service.audit.actions(), ['login.ok']);
    const renewed = await rowOf(service, email);
    assert.notEqual(renewed.password_hash, hash);
    assert.match(renewed.password_hash ?? '', /^\$2b\$04\$/);
    assert.equal(renewed.hash_renewed_at, nowOf(service.clock));
    // From now on it is ours: composed, and never cut.
    assert.equal((await service.signIn(email, password.normalize('NFC'))).status, 200, email);
    if (password === LONG) assert.equal((await service.signIn(email, `${LONG.slice(0, 75)}?`)).status, 401);
    assert.equal((await rowOf(service, email)).password_hash, renewed.password_hash);
  }
});

test('what follows 72 bytes is ignored until the first sign-in, and a NUL is no end of a password', async (t) => {
  const { service, run } = await openImportFixture(t);
  await run(fileOf(PEOPLE));
  for (const password of ['veslam\0', 'veslam\0x', '\0', 'v\0eslam'])
    assert.equal((await service.signIn('osoba3b@example.hr', password)).status, 422, JSON.stringify(password));
  assert.equal((await service.signIn('osoba0b@example.hr', `${LONG.slice(0, 71)}`)).status, 401);
  assert.equal((await service.signIn('osoba0b@example.hr', `${LONG.slice(0, 72)}, ali bez nastavka`)).status, 200);
  assert.equal((await service.signIn('osoba0b@example.hr', LONG)).status, 401, 'renewed with what was typed');
});

test('several sign-ins at once renew a hash of another program once', async (t) => {
  const { service, run } = await openImportFixture(t);
  await run(fileOf(PEOPLE));
  const answers = await Promise.all(Array.from({ length: 3 }, () => service.signIn('osoba0y@example.hr', LONG)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await service.signIn('osoba0y@example.hr', LONG)).status, 200);
});

test('who is signed in otherwise proves and changes a password of another program', async (t) => {
  const { service, run } = await openImportFixture(t);
  await run(fileOf(PEOPLE));
  const { email } = await service.addPerson({ role: 'member' });
  const token = await service.tokenOf(email);
  const given = { password_hash: PEOPLE[0]?.hash ?? '', password_given_at: nowOf(service.clock) };
  await service.database.transaction((tx) => tx.updateTable('users').set(given).where('email', '=', email).execute());
  const proof = await service.call('POST /api/auth/reauthenticate', { token, body: { password: LONG } });
  assert.equal(proof.status, 200, proof.text);
  const next = `${LONG}, a poslije njih i djeca`;
  const body = { current_password: LONG, new_password: next };
  const changed = await service.call('POST /api/auth/change-password', { token, body });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await service.signIn(email, LONG)).status, 401);
  assert.equal((await service.signIn(email, next)).status, 200);
});
