import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';

const PASSWORD = 'lètmein vèslo';
const FIREBASE_KEY = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
const keycloak = (algorithm: string, iterations: number, value: string) =>
  JSON.stringify({
    secretData: JSON.stringify({ value, salt: 'MDEyMzQ1Njc4OWFiY2RlZg==', additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations: iterations, algorithm, additionalParameters: {} }),
  });

/** Published by the makers, or made by Python's `hashlib` and `crypt`. */
const ELSEWHERE: readonly (readonly [hash: string, password?: string])[] = [
  // The test of phpass itself, and the same construction by hashlib
  ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'test12345'],
  ['$P$9abcdefghRj9fy40o5kv42tCtnUvQ3/'],
  ['$H$9abcdefghRj9fy40o5kv42tCtnUvQ3/'],
  ['$P$8abcdefghW9.neHM72tr8yJpdjgn5v1', "d'Artagnan"],
  ['$wp$2y$04$abcdefghijklmnopqrstuua72/8NDvoCengmxkw2gFW1EnWzUb79K'],
  ['$wp$2y$04$abcdefghijklmnopqrstuu4e4ygIPSR8AoVuWb4cS6OuSqgrh3vlu', "d'Artagnan"],
  ['bcrypt_sha256$$2b$04$abcdefghijklmnopqrstuuJqpkVAARPBZsj.WESyLQY0k/nLnu9ke'],
  ['bcrypt$$2b$04$abcdefghijklmnopqrstuurmttAVRpFVfRsWxAPtUB.aPfDF0sQvi'],
  ['pbkdf2_sha256$1000$seasalt$fxr9ai0WtkyOQnD02VZExJO9R/eVCEXiXiYlbtfm9qA='],
  ['pbkdf2_sha1$1000$seasalt$9ybvzuej2W/6j+j83ugpInLO+8c='],
  ['scrypt$1024$seasalt$8$5$Zr4hlnK8icvsvaL9XdGpALpIW2DsoBW87lz5hH8y6JWcZbYz3qdoATdhKYFCik1ssZ6ZF/PM43uAw/GYFVS2jg=='],
  ['$scrypt$ln=10,r=8,p=1$c2FsdHNhbHQ$IzUK5oT1obyhQp93V+tYG8Ch1K0dMnLhZndfumlbkp4'],
  ['$pbkdf2-sha256$1000$./9zYWx0OTk$dX8a6Ds6v5xqX8IlPRXi6eKrHToB.kKh.OW07c1zggo'],
  ['$pbkdf2$1000$c2FsdHNhbHQ$BWLkKu.wb0WmTprqCA.H.j9HCHw'],
  [
    '$pbkdf2-sha512$i=1000,l=64$c2FsdHNhbHQ$AAq+BlswfDAv01zFb9ng54o8LMaDnZip5pGfPnsxRbeivBU3YifUNf6urd+PD5xRry7XQmU4ivc6YVPUd93ieg',
  ],
  [
    keycloak(
      'pbkdf2-sha256',
      2750,
      'PeRUD/wbt6caA2gRPVw1Khe8aynidCxcFcBnLpqWeiaIC5DOSEi5jPpLkuEwIn13lRx0kEHKiGt1mhlQyeAQmQ==',
    ),
  ],
  [
    keycloak(
      'pbkdf2-sha512',
      2100,
      'GvBcr0g/TScCb1dG4gIxNn1vGYwRhZ7NVvAGhaeK6q9qK4IWYxR6Ds+Eko/opxClUgsDVp6TZ1Ir8tqQJbK9Qg==',
    ),
  ],
  // The tests of the reference implementation of argon2
  ['$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA', 'password'],
  ['argon2$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
  // RFC 7914 §12
  [
    '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
    'pleaseletmein',
  ],
  // The example of Firebase's own scrypt, and the test of GoTrue
  [
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${FIREBASE_KEY}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`,
    'user1password',
  ],
  [
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
    'mytestpassword',
  ],
];

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const fileOf = (hashes: readonly string[]) =>
  `email,password_hash\n${hashes.map((hash, number) => `seli${number}@example.hr,${cell(hash)}\n`).join('')}`;

test('hashes of other systems sign in by the rule of their maker and become ours', async (t) => {
  const { service, run } = await openImportFixture(t);
  const hashOf = async (email: string) => {
    const row = service.database.read.selectFrom('users').select(['password_hash']).where('email', '=', email);
    return (await row.executeTakeFirstOrThrow()).password_hash ?? '';
  };
  const done = await run(fileOf(ELSEWHERE.map(([hash]) => hash)));
  assert.deepEqual([done.created, done.failed], [ELSEWHERE.length, 0]);
  await service.mails.take();
  for (const [number, [hash, password = PASSWORD]] of ELSEWHERE.entries()) {
    const email = `seli${number}@example.hr`;
    const before = await hashOf(email);
    assert.ok(!before.includes(FIREBASE_KEY), 'the key of the project is not kept');
    await service.audit.forget();
    const wrong = await service.signIn(email, `${password}x`);
    const nobody = await service.signIn(`nitko${number}@example.hr`, `${password}x`);
    assert.deepEqual([wrong.status, wrong.body.code], [401, 'login.wrong'], hash);
    assert.deepEqual({ ...wrong.body, request_id: '' }, { ...nobody.body, request_id: '' });
    assert.deepEqual(await service.audit.actions(), ['login.fail', 'login.fail']);
    assert.equal(await hashOf(email), before);
    await service.audit.forget();
    assert.equal((await service.signIn(email, password)).status, 200, hash);
    assert.deepEqual(await service.audit.actions(), ['login.ok']);
    assert.match(await hashOf(email), /^\$2b\$04\$/, hash);
  }
  assert.equal((await service.signIn('seli3@example.hr', "d'Artagnan")).status, 200, 'from now on as it is typed');
});

test('the fifth wrong password locks whoever has a hash of another system', async (t) => {
  const { service, run } = await openImportFixture(t);
  await run(fileOf(ELSEWHERE.slice(8, 9).map(([hash]) => hash)));
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries++) statuses.push((await service.signIn('seli0@example.hr', 'kriva')).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 423]);
  assert.equal((await service.signIn('seli0@example.hr', PASSWORD)).status, 423);
});

test('a hash that would take too long, too much memory, or is none is refused with its line', async (t) => {
  const fixture = await openImportFixture(t);
  const salt = 'c29tZXNhbHQ';
  const digest = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const refused = [
    [`$argon2id$v=19$m=4194304,t=1,p=1$${salt}$${digest}`, 'password_memory'],
    [`$argon2id$v=19$m=4294967296,t=1,p=1$${salt}$${digest}`, 'password_hash'],
    [`$argon2id$v=19$m=65536,t=1000,p=1$${salt}$${digest}`, 'password_cost'],
    [`$argon2id$v=19$m=65536,t=0,p=1$${salt}$${digest}`, 'password_hash'],
    [`$argon2id$v=19$m=8,t=1,p=16777216$${salt}$${digest}`, 'password_hash'],
    [`$argon2id$v=19$m=8,t=1,p=64$${salt}$${digest}`, 'password_hash'],
    [`$argon2id$v=16$m=65536,t=2,p=1$${salt}$${digest}`, 'password_hash'],
    [`$argon2id$v=19$m=65536,t=2,p=1$c29t$${digest}`, 'password_hash'],
    [`$scrypt$ln=31,r=64,p=1$${salt}$${digest}`, 'password_memory'],
    [`$scrypt$ln=16,r=1,p=1$${salt}$${digest}`, 'password_hash'],
    [`$scrypt$ln=4,r=64,p=64$${salt}$${digest}`, 'created'],
    [`scrypt$1000$salt$8$1$${digest}=`, 'password_hash'],
    [`pbkdf2_sha256$1000000000$salt$${digest}=`, 'password_cost'],
    [`pbkdf2_sha256$99999999999$salt$${digest}=`, 'password_hash'],
    [`pbkdf2_sha256$-1$salt$${digest}=`, 'password_hash'],
    [`pbkdf2_sha256$1e3$salt$${digest}=`, 'password_hash'],
    [`pbkdf2_sha256$1000$${'s'.repeat(200)}$${digest}=`, 'password_hash'],
    ['pbkdf2_sha256$1000$salt$AAAA', 'password_hash'],
    [`pbkdf2_sha256$1000$salt$${'A'.repeat(3000)}`, 'password_hash'],
    ['$P$SabcdefghRj9fy40o5kv42tCtnUvQ3/', 'password_cost'],
    ['$P$.abcdefghRj9fy40o5kv42tCtnUvQ3/', 'password_hash'],
    ['$wp$2y$15$abcdefghijklmnopqrstuua72/8NDvoCengmxkw2gFW1EnWzUb79K', 'password_cost'],
    [`$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=${FIREBASE_KEY}$42xEC+ixf3L2lw==$${FIREBASE_KEY}`, 'password_memory'],
    [`$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=Bw==$42xEC+ixf3L2lw==$${FIREBASE_KEY}`, 'password_hash'],
    [keycloak('pbkdf2-sha256', 1e9, FIREBASE_KEY), 'password_cost'],
    [keycloak('pbkdf2-md5', 1000, FIREBASE_KEY), 'password_hash'],
    [keycloak('__proto__', 1000, FIREBASE_KEY), 'password_hash'],
    [`{"secretData":${'['.repeat(900)}`, 'password_hash'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'password_hash'],
    [`$f1$04$pbkdf2-sha256$1$c2FsdA$${digest}`, 'password_hash'],
  ] as const;
  const done = await fixture.run(fileOf(refused.map(([hash]) => hash)), { query: '?dry_run=1' });
  const rows = (await fixture.rows(done.id)).sort((one, other) => one.line - other.line);
  assert.deepEqual(
    rows.map(({ outcome, column, reason }) => [column, reason ?? outcome]),
    refused.map(([, reason]) => (reason === 'created' ? [null, 'created'] : ['password_hash', reason])),
  );
  assert.deepEqual(
    rows.map(({ line }) => line),
    refused.map((_, index) => index + 2),
  );
  const faulty = await fixture.service.call(`GET /api/admin/imports/${done.id}/faulty.csv`, { token: fixture.admin });
  for (const secret of [digest, FIREBASE_KEY, 'secretData']) assert.ok(!faulty.text.includes(secret), secret);
});
