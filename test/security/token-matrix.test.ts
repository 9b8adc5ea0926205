import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Route } from '../../src/platform/http/define-route.ts';
import { isForServicesAlone } from '../../src/platform/http/route-access.ts';
import { seconds } from '../../src/platform/kernel/durations.ts';
import { authenticatorApp, enrolSecondFactor } from '../support/authenticator-app.ts';
import { forgetGuesses } from '../support/forget-guesses.ts';
import { type GoogleIssuer, startGoogleIssuer } from '../support/google-issuer.ts';
import { readMails } from '../support/mail-box.ts';
import { type Answer, PASSWORD, startTestService, type TestService } from '../support/test-service.ts';

/** With rare lockouts, forgotten before each place of the matrix; each call has its own address. */
const ENV = { SVC_LOGIN_LOCK_THRESHOLD: '20' };
const CHOSEN = 'moja nova lozinka';
/** The cookie of the browser that requested the mailed code. */
const CODE_COOKIE = { cookie: `svc_code=${'a'.repeat(22)}` };

const KINDS = [
  'access',
  'refresh',
  'invite',
  'reset',
  'email code',
  'new device',
  'alarm',
  'mailed code',
  'google',
  'totp',
  'recovery',
  'refresh signed out',
  'random',
  'random code',
] as const;
type Kind = (typeof KINDS)[number];
type Tokens = Readonly<Record<Kind, string>>;

interface Office {
  readonly service: TestService;
  readonly issuer: GoogleIssuer;
  readonly tokens: Tokens;
  /** An access token that is not part of the matrix, of `eva`. */
  readonly eva: string;
  /** The same for a user with an unverified second factor. */
  readonly cvita: string;
}

/**
 * Ana has a second factor, a changing address and a session; Bruno is invited, Cvita half enrolled, Dora has lost her
 * password, Eva is known to Google.
 */
async function openOffice(t: TestContext): Promise<Office> {
  const issuer = await startGoogleIssuer(t);
  const service = await startTestService(t, { ...ENV, ...issuer.env, SVC_NEW_DEVICE_MAIL: '1' });
  for (const email of ['ana@gmail.com', 'cvita@example.hr', 'dora@example.hr', 'eva@gmail.com'])
    await service.addPerson({ email });
  const { id: brunoId } = await service.addPerson({ email: 'bruno@example.hr', status: 'invited', passwordHash: null });
  await service.addPerson({ email: 'iva@example.hr', role: 'admin' });
  const admin = await service.tokenOf('iva@example.hr');
  const invited = await service.call(`POST /api/admin/users/${brunoId}/invite`, { token: admin });
  await service.call('POST /api/auth/forgot-password', { body: { email: 'dora@example.hr' } });
  const app = authenticatorApp(t);
  const ana = await service.tokenOf('ana@gmail.com');
  const { secret, recoveryCodes } = await enrolSecondFactor(service, app, ana);
  await service.call('POST /api/users/me/email', { token: ana, body: { email: 'ana.nova@example.hr' } });
  for (const _ of ['known', 'new']) await service.tokenOf('dora@example.hr');
  await service.call('POST /api/auth/login', {
    body: { email: 'dora@example.hr', send_code: true },
    headers: CODE_COOKIE,
  });
  await service.mail.deliverDue();
  const mails = readMails(service.dataDir);
  const linked = (path: string) =>
    new URL(mails.flatMap(({ links }) => links).find((link) => link.includes(path)) ?? '').searchParams.get('token');
  const { access_token: access, refresh_token: refresh } = (
    await service.signIn('ana@gmail.com', PASSWORD, recoveryCodes[1])
  ).body;
  const cvita = await service.tokenOf('cvita@example.hr');
  await service.call('POST /api/auth/2fa/setup', { token: cvita });
  const invite = new URL(invited.body.invite_link).searchParams.get('token') ?? '';
  assert.equal(linked('/setup-password'), invite);
  return {
    service,
    issuer,
    cvita,
    eva: await service.tokenOf('eva@gmail.com'),
    tokens: {
      access,
      refresh,
      invite,
      reset: linked('/reset-password') ?? '',
      'email code': mails.find(({ to }) => to === 'ana.nova@example.hr')?.codes[0] ?? '',
      'new device': linked('/nova-prijava') ?? '',
      alarm: linked('/povrat-racuna') ?? '',
      'mailed code': mails.map(({ subject }) => /^\d{6}/.exec(subject)?.[0]).find((code) => code !== undefined) ?? '',
      google: await issuer.token(service.clock, { sub: '77', email: 'eva@gmail.com' }),
      totp: app.codeAt(secret, service.clock.now()),
      recovery: recoveryCodes[0] ?? '',
      'refresh signed out': await endedRefreshToken(service),
      random: randomBytes(32).toString('base64url'),
      'random code': '12345678',
    },
  };
}

async function endedRefreshToken(service: TestService): Promise<string> {
  const { access_token: token, refresh_token } = (await service.signIn('dora@example.hr')).body;
  await service.call('POST /api/auth/logout', { token });
  return refresh_token;
}

/** A place for a credential besides `Authorization`: the body or query member, and its route. */
interface Place {
  readonly route: string;
  readonly member: string;
  readonly belongs: readonly Kind[];
  /** Status and code for a wrong credential; `longest` or `shape` refuse with 422 before. */
  readonly refusal: readonly [number, string];
  readonly longest: number;
  readonly shape?: RegExp;
  /** The other members of the call. */
  readonly rest?: (office: Office) => { token?: string; body?: Record<string, unknown> };
}

const wrongToken = [400, 'token.invalid'] as const;
const wrongLogin = [401, 'login.wrong'] as const;
const wrongGoogle = [401, 'google.invalid'] as const;
const wrongPassword = [403, 'password.wrong'] as const;
const newPassword = () => ({ body: { new_password: CHOSEN } });
const asAna = { email: 'ana@gmail.com', password: PASSWORD };
const setUp = '/api/auth/setup-password';

const PLACES: readonly Place[] = [
  ...['reset-password', 'password/reset'].map(
    (name): Place => ({
      route: `POST /api/auth/${name}`,
      member: 'token',
      belongs: ['reset'],
      refusal: wrongToken,
      longest: 200,
      rest: newPassword,
    }),
  ),
  { route: 'GET /api/auth/reset-password', member: 'token', belongs: ['reset'], refusal: wrongToken, longest: 200 },
  { route: `GET ${setUp}`, member: 'token', belongs: ['invite'], refusal: wrongToken, longest: 200 },
  {
    route: `POST ${setUp}`,
    member: 'token',
    belongs: ['invite'],
    refusal: wrongToken,
    longest: 200,
    rest: newPassword,
  },
  ...['GET', 'POST'].map(
    (method): Place => ({
      route: `${method} /login/new-device`,
      member: 'token',
      belongs: ['new device'],
      refusal: wrongToken,
      longest: 200,
    }),
  ),
  ...['GET', 'POST'].map(
    (method): Place => ({
      route: `${method} /login/take-back`,
      member: 'token',
      belongs: ['alarm'],
      refusal: wrongToken,
      longest: 200,
    }),
  ),
  {
    route: 'POST /api/auth/refresh',
    member: 'refresh_token',
    belongs: ['refresh'],
    refusal: [401, 'refresh.invalid'],
    longest: 4096,
  },
  {
    route: 'POST /api/auth/google',
    member: 'credential',
    belongs: ['google'],
    refusal: wrongGoogle,
    longest: 4096,
  },
  {
    route: 'POST /api/users/me/google',
    member: 'credential',
    belongs: ['google'],
    refusal: wrongGoogle,
    longest: 4096,
    rest: ({ eva }) => ({ token: eva }),
  },
  {
    route: 'POST /api/auth/login',
    member: 'code',
    belongs: ['mailed code'],
    refusal: wrongLogin,
    longest: 6,
    shape: /^[0-9]{6}$/,
    rest: () => ({ body: { email: 'dora@example.hr' } }),
  },
  {
    route: 'POST /api/auth/login',
    member: 'totp',
    belongs: ['totp', 'recovery'],
    refusal: wrongLogin,
    longest: 64,
    rest: () => ({ body: asAna }),
  },
  {
    route: 'POST /api/auth/login',
    member: 'password',
    belongs: [],
    refusal: wrongLogin,
    longest: 256,
    rest: () => ({ body: { email: 'ana@gmail.com' } }),
  },
  {
    route: 'POST /api/auth/reauthenticate',
    member: 'code',
    belongs: ['totp', 'recovery'],
    refusal: wrongPassword,
    longest: 64,
    rest: ({ tokens }) => ({ token: tokens.access }),
  },
  {
    route: 'POST /api/auth/reauthenticate',
    member: 'password',
    belongs: [],
    refusal: wrongPassword,
    longest: 256,
    rest: ({ tokens }) => ({ token: tokens.access }),
  },
  {
    route: 'POST /api/auth/change-password',
    member: 'current_password',
    belongs: [],
    refusal: wrongPassword,
    longest: 256,
    rest: ({ tokens }) => ({ token: tokens.access, body: { new_password: CHOSEN } }),
  },
  ...['code', 'totp'].map(
    (member): Place => ({
      route: 'POST /api/auth/2fa/verify',
      member,
      belongs: [],
      refusal: [401, '2fa.wrong_code'],
      longest: 64,
      rest: ({ cvita }) => ({ token: cvita }),
    }),
  ),
  {
    route: 'POST /api/users/me/email/confirm',
    member: 'code',
    belongs: ['email code'],
    refusal: [400, 'email.code_wrong'],
    longest: 20,
    shape: /^[0-9 -]{6,}$/,
    rest: ({ tokens }) => ({ token: tokens.access }),
  },
];

/** Needs a Google token beside it, so it has a test of its own below; a passkey is no text, and its room tries others'. */
const ELSEWHERE = [
  ...['device', 'device/decision'].map((path) => `POST /api/users/me/applications/${path} user_code`), // `device-grant.test.ts`
  // Says to whom an invitation is, beside a sign-in with that very address: `joining.test.ts`.
  ...['GET /api/users/me/invitations', 'POST /api/users/me/invitations/:id/accept'].map((route) => `${route} token`),
  'POST /api/users/me/invitations/:id/decline token',
  'POST /setup-password/ask token', // opens nothing, and one answer for every token: `invitations.test.ts`
  'POST /api/introspect token', // asked about by a service, and opens nothing: `client/verify-session.test.ts`
  'POST /api/auth/google totp',
  'GET /api/auth/setup-password/passkey token',
  ...['POST /api/auth/login', 'POST /api/auth/setup-password'].map((route) => `${route} passkey`),
  ...['POST /api/auth/reauthenticate/passkey', 'POST /api/users/me/passkeys'].map((route) => `${route} passkey`),
];
/** Chosen, not presented: a new password, and a nonce the token must contain. */
const NO_CREDENTIALS = [
  'new_password',
  'send_code',
  ...['nonce', 'mapping'], // an import's columns, which have a “pin” in them
  ...['key', 'client_secret'], // an identity provider's name in addresses, and what opens the provider, not us
  'GET /login/with/:key/callback code', // redeemed at the provider alone, and only with our state
  ...['reset-password', 'password/reset', 'setup-password'].map(asPassword),
];

function asPassword(name: string): string {
  return `POST /api/auth/${name} password`;
}

const CREDENTIAL = /token|password|code|totp|credential|secret|otp|pin|key/i;

interface AnySchema {
  readonly properties?: object;
  readonly then?: AnySchema;
  readonly else?: AnySchema;
}

/** Collects members of every variant of a body. */
const membersOf = (schema: AnySchema | undefined): string[] =>
  schema === undefined
    ? []
    : [...new Set([...Object.keys(schema.properties ?? {}), ...membersOf(schema.then), ...membersOf(schema.else)])];

test('every credential of every route is in the matrix', async (t) => {
  const { routes } = await startTestService(t);
  const named = routes.flatMap((route) =>
    [route.request.body, route.request.query, route.request.params].flatMap((schema) =>
      membersOf(schema)
        .filter((member) => CREDENTIAL.test(member) && !NO_CREDENTIALS.includes(member))
        .map((member) => `${route.method} ${route.path} ${member}`)
        .filter((place) => !NO_CREDENTIALS.includes(place)),
    ),
  );
  const known = [...PLACES.map(({ route, member }) => `${route} ${member}`), ...ELSEWHERE];
  assert.deepEqual(named.sort(), known.sort());
});

test('in Authorization every route accepts an access token and nothing else', { timeout: 120_000 }, async (t) => {
  const { service, tokens } = await openOffice(t);
  const guarded = service.routes.filter(
    ({ access }) => access.kind === 'bearer' || (access.kind === 'optional' && access.badToken === 'refused'),
  );
  let calls = 0;
  for (const route of guarded) {
    const target = targetOf(route);
    for (const kind of KINDS.filter((kind) => kind !== 'access')) {
      const answer = await service.call(target, { token: tokens[kind] });
      assert.deepEqual([answer.status, answer.body.code], [401, 'auth.invalid'], `${kind} at ${target}`);
      assert.equal(
        answer.headers['www-authenticate'],
        isForServicesAlone(route.access) ? 'Bearer error="invalid_token"' : 'Bearer',
      );
      calls++;
    }
    for (const authorization of [`Basic ${tokens.access}`, tokens.access, `Bearer ${tokens.access}, Bearer x`]) {
      const answer = await service.call(target, { headers: { authorization } });
      assert.deepEqual(
        [answer.status, answer.body.code],
        [401, 'auth.invalid'],
        `${authorization.slice(0, 9)} at ${target}`,
      );
    }
  }
  t.diagnostic(`${guarded.length} routes, ${calls} refusals`);
  await assertAllUnspent(service, tokens);
});

test('every route that requires a token accepts an access token', { timeout: 120_000 }, async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'gost@example.hr', role: 'guest' });
  for (const route of service.routes.filter(({ access }) => access.kind !== 'open')) {
    const token = await service.tokenOf('gost@example.hr');
    // About themselves and empty, so that little comes of it.
    const answer = await service.call(targetOf(route, id), { token });
    assert.notEqual(answer.status, 401, `${route.method} ${route.path}: ${answer.text}`);
  }
});

test('in a body or query every place accepts its own kind and nothing else', { timeout: 120_000 }, async (t) => {
  const office = await openOffice(t);
  const { service, tokens } = office;
  let calls = 0;
  for (const place of PLACES) {
    await forgetGuesses(service);
    for (const kind of KINDS.filter((kind) => !place.belongs.includes(kind))) {
      const answer = await present(office, place, tokens[kind]);
      assert.deepEqual(
        [answer.status, answer.body.code],
        expectedOf(place, tokens[kind]),
        `${kind} at ${place.route} ${place.member}`,
      );
      assert.ok(!answer.text.includes(tokens[kind]), 'a refusal does not repeat what it refuses');
      calls++;
    }
  }
  t.diagnostic(`${PLACES.length} places, ${calls} refusals`);
  await assertAllUnspent(service, tokens);
});

test('beside a genuine Google token only a code of the second factor is accepted', async (t) => {
  const { service, issuer, tokens } = await openOffice(t);
  const enter = async (totp?: string) => {
    const credential = await issuer.token(service.clock, { sub: '78', email: 'ana@gmail.com' });
    return service.call('POST /api/auth/google', { body: { credential, ...(totp ? { totp } : {}) } });
  };
  for (const kind of KINDS.filter((kind) => kind !== 'totp' && kind !== 'recovery')) {
    const answer = await enter(tokens[kind]);
    const expected = tokens[kind].length > 64 ? [422, 'request.invalid'] : wrongLogin;
    assert.deepEqual([answer.status, answer.body.code], expected, kind);
  }
  for (const kind of ['totp', 'recovery'] as const) {
    assert.equal((await enter(tokens[kind])).status, 200, kind);
    assert.deepEqual([(await enter(tokens[kind])).status], [401], `${kind} works once`);
  }
});

function expectedOf({ refusal, longest, shape }: Place, value: string): readonly [number, string] {
  return value.length > longest || (shape !== undefined && !shape.test(value)) ? [422, 'request.invalid'] : refusal;
}

function present(office: Office, { route, member, rest }: Place, value: string): Promise<Answer> {
  const { token, body = {} } = rest?.(office) ?? {};
  const more = token === undefined ? {} : { token };
  if (route.startsWith('GET ')) return office.service.call(`${route}?${member}=${encodeURIComponent(value)}`, more);
  return office.service.call(route, { ...more, body: { ...body, [member]: value } });
}

/** The path with something in place of each parameter. */
function targetOf({ method, path }: Route, id = 1): string {
  return `${method} ${path.replace(/:\w+|\*/g, String(id))}`;
}

/** The correct use of each, once, after all the wrong ones. */
async function assertAllUnspent(service: TestService, tokens: Tokens): Promise<void> {
  const { access: token } = tokens;
  const statusOf = async (target: string, body: object, bearer?: string) => {
    const answer = await service.call(target, { body, headers: CODE_COOKIE, ...(bearer ? { token: bearer } : {}) });
    return answer.status === 200 ? 200 : `${answer.status} ${answer.text}`;
  };
  const used = {
    access: (await service.call('GET /api/auth/me', { token })).status,
    'email code': await statusOf('POST /api/users/me/email/confirm', { code: tokens['email code'] }, token),
    refresh: await statusOf('POST /api/auth/refresh', { refresh_token: tokens.refresh }),
    invite: await statusOf(`POST ${setUp}`, { token: tokens.invite, new_password: CHOSEN }),
    reset: await statusOf('POST /api/auth/reset-password', { token: tokens.reset, new_password: CHOSEN }),
    'mailed code': await statusOf('POST /api/auth/login', { email: 'dora@example.hr', code: tokens['mailed code'] }),
    'new device': await statusOf('POST /login/new-device', { token: tokens['new device'] }),
    google: await statusOf('POST /api/auth/google', { credential: tokens.google }),
    totp: await statusOf('POST /api/auth/login', { ...asAna, email: 'ana.nova@example.hr', totp: tokens.totp }),
    recovery: await statusOf('POST /api/auth/login', { ...asAna, email: 'ana.nova@example.hr', totp: tokens.recovery }),
    alarm: await statusOf('POST /login/take-back', { token: tokens.alarm }),
  };
  assert.deepEqual(new Set(Object.values(used)), new Set([200]), JSON.stringify(used));
  service.clock.advance(seconds(11)); // past the grace period of a spent refresh token
  const again = [
    await statusOf('POST /api/auth/refresh', { refresh_token: tokens.refresh }),
    await statusOf(`POST ${setUp}`, { token: tokens.invite, new_password: CHOSEN }),
    await statusOf('POST /api/auth/reset-password', { token: tokens.reset, new_password: CHOSEN }),
    await statusOf('POST /api/auth/google', { credential: tokens.google }),
    await statusOf('POST /api/auth/login', { email: 'dora@example.hr', code: tokens['mailed code'] }),
    await statusOf('POST /login/new-device', { token: tokens['new device'] }),
    await statusOf('POST /login/take-back', { token: tokens.alarm }),
  ];
  assert.ok(!again.includes(200), 'each was good for once');
}
