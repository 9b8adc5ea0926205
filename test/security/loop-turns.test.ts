import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import sharp from 'sharp';
import { createUsers } from '../../src/accounts/users/create-users.ts';
import { preparePerson } from '../../src/accounts/users/person-to-create.ts';
import type { AuditMeta } from '../../src/platform/audit/audit-chain.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { toJson } from '../../src/platform/database/json-column.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { formBody } from '../support/form-body.ts';
import { GOOGLE_CLIENT } from '../support/google-issuer.ts';
import { longestTurn, otherThread, sharedBody } from '../support/other-thread.ts';
import { testEngine } from '../support/test-engine.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Longest blocking of the event loop by any input, milliseconds. */
const MOST = 50;
const MEBI = 1024 * 1024;
const FILE = 50 * MEBI;
const PICTURE = 5 * MEBI;
const BODY = 64 * 1024;

interface Case {
  readonly parser: string;
  readonly input: string;
  readonly target: string;
  readonly status: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const filled = (head: string, row: string, most: number): Buffer =>
  Buffer.from(head + row.repeat(Math.floor((most - head.length) / row.length)), 'latin1');

function pdf(content: string): Buffer {
  const tail = '\n7 0 obj\n<< /Type /XRef /Root 1 0 R >>\nstream\n';
  const begin = filled('%PDF-1.5\n', content, FILE - 200);
  return Buffer.concat([begin, Buffer.from(`${tail}startxref\n${begin.length}\n%%EOF`)]);
}

const file = (parser: string, input: string, target: string, bytes: Buffer, status: number, code?: string): Case => {
  const { headers, payload } = formBody([
    { name: 'title', bytes: 'Statut' },
    { bytes, filename: 'x', type: 'application/octet-stream' },
  ]);
  return { parser, input, target, status, headers, body: payload, ...(code ? { code } : {}) };
};

const document = (input: string, bytes: Buffer, code = 'documents.broken', status = 422) =>
  file('PDF', input, 'POST /api/admin/documents', bytes, status, code);

const sheet = (input: string, bytes: Buffer, status: number, code?: string) =>
  file('CSV', input, 'POST /api/admin/imports?dry_run=1', bytes, status, code);

const picture = (input: string, bytes: Buffer, status: number, code?: string) =>
  file('image', input, 'POST /api/auth/me/avatar', bytes, status, code);

const json = (input: string, target: string, text: string, status: number, code?: string): Case => ({
  parser: 'JSON',
  input,
  target,
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
  ...(code ? { code } : {}),
});

const query = (parser: string, input: string, path: string, status: number, headers = {}): Case => ({
  parser,
  input,
  target: `GET ${path}`,
  status,
  headers,
});

const pdfs = (): Case[] => [
  document('names of object streams without an object', pdf('/ObjStm ')),
  document('objects without a stream', pdf('1 0 obj /ObjStm ')),
  document('arrays in arrays', pdf('[')),
];

const sheets = (): Case[] => [
  sheet('rows of 64 KB', filled('email\n', `${','.repeat(65_000)}a\n`, FILE), 202),
  sheet('a quote that is never closed', filled('email\n"', 'a,"",\n', FILE), 422, 'imports.too_many_rows'),
  sheet('headings with such a quote', filled('"email\n', 'a,"",\n', FILE), 422, 'imports.unreadable'),
  sheet(
    'such a quote every 64 KB',
    filled('email,b\n', `"a\n${`${'b'.repeat(33_000)},c\n`.repeat(2)}`, FILE),
    422,
    'imports.unreadable',
  ),
  sheet('headings without end', filled('', ';', 65_000), 422),
];

const png = (size: number): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

const logo = (bytes: Buffer): Case => ({
  ...picture('a logo of 25 million pixels', bytes, 200),
  target: 'PUT /api/admin/tenants/1/logo',
});

const pictures = async (): Promise<Case[]> => [
  logo(await png(5000)),
  picture('25 million pixels', await png(5000), 200),
  picture('16000 × 16000 pixels by its header', await png(16_000), 422, 'avatars.too_many_pixels'),
  picture(
    'a picture that breaks off',
    Buffer.concat([(await png(900)).subarray(0, 60), randomBytes(PICTURE - 60)]),
    422,
  ),
];

/** A boundary of this length, in a body full of near misses. */
function nearMiss(length: number, status = 422): Case {
  const boundary = 'a'.repeat(length);
  const near = `\r\n--${'a'.repeat(length - 1)}`;
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
  const body = filled(begin, near, PICTURE);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const input = `a boundary of ${length} characters, nearly everywhere`;
  return { parser: 'multipart', input, target: 'POST /api/auth/me/avatar', status, headers, body };
}

function sameLetter(length: number): Case {
  const { body: _, ...rest } = nearMiss(length);
  const begin = `--${'a'.repeat(length)}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
  return {
    ...rest,
    input: `a boundary of ${length} equal characters in such a file`,
    body: filled(begin, 'a', PICTURE),
  };
}

/** The parser accepts no boundary above 252 characters. */
const forms = (): Case[] => [nearMiss(70), sameLetter(70), nearMiss(250), sameLetter(250), nearMiss(4000, 422)];

const jsons = (): Case[] => [
  json('brackets', 'POST /api/auth/login', '['.repeat(BODY - 10), 422),
  json(
    'members',
    'POST /api/auth/login',
    JSON.stringify(Object.fromEntries(Array.from({ length: 7000 }, (_n, i) => [i, 1]))),
    422,
  ),
  json(
    'an address',
    'POST /api/auth/login',
    JSON.stringify({ email: `${'a.'.repeat(15_000)}@${'b.'.repeat(15_000)}`, password: 'x' }),
    422,
  ),
  json(
    'a password to be composed',
    'POST /api/auth/login',
    JSON.stringify({ email: 'a@example.hr', password: '\ufdfa'.repeat(21_000) }),
    422,
  ),
  json(
    'a list of ids',
    'POST /api/admin/users/bulk',
    JSON.stringify({ action: 'suspend', ids: Array.from({ length: 10_000 }, (_n, i) => i) }),
    422,
  ),
  json(
    'a credential',
    'POST /api/auth/google',
    JSON.stringify({ credential: `${'a'.repeat(2_000)}.${'b'.repeat(2_000)}.c` }),
    401,
  ),
];

const texts = (): Case[] => [
  query('tokens', 'a token of 15 KB', '/api/auth/me', 401, {
    authorization: `Bearer ${'a'.repeat(7000)}.${'b'.repeat(7900)}`,
  }),
  query('tokens', 'spaces', '/api/auth/me', 401, { authorization: `Bearer${' '.repeat(15_000)}` }),
  query('cursors', '1,000 characters', `/api/admin/audit?cursor=${'W'.repeat(1000)}`, 422),
  query('query', '15 KB of parameters', `/api/documents?${'a=1&'.repeat(3700)}`, 200),
  query('path', '15 KB of escapes', `/api/${'%41'.repeat(4900)}`, 404),
  query('forwarded addresses', '15 KB', '/api/site', 200, { 'x-forwarded-for': '1,'.repeat(7400) }),
  query('languages and encodings', '15 KB', '/api/openapi.json', 200, { 'accept-encoding': 'x,'.repeat(7400) }),
  query('conditions', '15 KB of tags', '/api/openapi.json', 200, { 'if-none-match': '"x",'.repeat(3700) }),
  query('ranges', '15 KB', '/api/documents/1/file', 404, { range: `bytes=${'0-1,'.repeat(3700)}` }),
];

const FORM = 'application/x-www-form-urlencoded';
const hint = `${'a'.repeat(3000)}.${'b'.repeat(3000)}.${'c'.repeat(8000)}`;

const form = (input: string, target: string, text: string, status: number, headers = {}): Case => ({
  parser: 'OpenID Connect',
  input,
  target: `POST ${target}`,
  status,
  headers: { 'content-type': FORM, ...headers },
  body: Buffer.from(text),
});

/** Requests that strangers may send to the provider and its library. */
const oidc = (): Case[] => [
  form('a form of 56 KB: members', '/oidc/token', 'a=1&'.repeat(14_000), 400),
  form('a form of 56 KB: escapes', '/oidc/token', `a=${'%41'.repeat(18_600)}`, 400),
  form('a name and secret of 11 KB', '/oidc/introspect', 'token=a', 401, {
    authorization: `Basic ${Buffer.from(`${'a+'.repeat(2700)}:${'%41'.repeat(1800)}`).toString('base64')}`,
  }),
  form('15 KB of scopes', '/oidc/device/auth', `client_id=a&scope=${'a+'.repeat(7000)}`, 400),
  query('OpenID Connect', 'an ID token of 14 KB', `/oidc/logout?id_token_hint=${hint}`, 400),
  query('OpenID Connect', '15 KB of parameters', `/oidc/auth?${'x=a&'.repeat(3700)}`, 400),
  query('OpenID Connect', '15 KB of cookies', '/oidc/logout', 200, {
    cookie: `${'iskaznica_oidc ;  '.repeat(800)}a=b`,
  }),
];

/** Lists in lists, and a map that announces more than follows: CBOR as an authenticator writes it. */
async function passkeys(service: TestService, token: string): Promise<Case[]> {
  const { body } = await service.call('POST /api/users/me/passkeys/options', { token });
  const sent = (input: string, attestation: Buffer, clientData = 'e30'): Case => {
    const response = { clientDataJSON: clientData, attestationObject: attestation.toString('base64url') };
    const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', response };
    const text = JSON.stringify({ challenge_id: body.challenge_id, passkey });
    const one = json(input, 'POST /api/users/me/passkeys', text, 400, 'passkey.not_added');
    return { ...one, parser: 'passkeys' };
  };
  const nested = Buffer.from('['.repeat(3000)).toString('base64url');
  return [
    sent('12 KB of lists in lists', Buffer.alloc(12_000, 0x81)),
    sent('12 KB of maps in maps', Buffer.from('a1a1'.repeat(6000), 'hex')),
    sent('a list of 4,294,967,295', Buffer.from('9affffffff', 'hex')),
    sent('what a browser says, in brackets', Buffer.from('a0', 'hex'), nested),
  ];
}

const RECORDS = 50_000;
/** Input that the parser tries most of its patterns on, each different. */
const userAgent = (number: number): string =>
  `Mozilla/5.0 (${'; Linux '.repeat(40)}) ${'Version/ '.repeat(8)}${number}`.slice(0, 400);

async function fillAuditLog({ database, clock }: TestService): Promise<void> {
  const at = nowOf(clock);
  const meta = toJson<AuditMeta>({ note: 'ab'.repeat(100) });
  const record = {
    at,
    tenant_id: 1,
    actor_id: null,
    actor_email: null,
    user_id: null,
    action: 'login.ok',
    ip: '10.0.0.1',
  };
  for (let from = 0; from < RECORDS; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_none, index) => ({
      ...record,
      user_agent: userAgent(from + index),
      request_id: null,
      meta,
    }));
    await database.transaction((tx) => tx.insertInto('audit_records').values(rows).execute());
  }
}

const PEOPLE = 12_000;

async function fillPeople({ database, clock }: TestService): Promise<void> {
  const at = nowOf(clock);
  const making = { at, mustChoosePassword: false, meta: { import_id: 1 } };
  for (let from = 0; from < PEOPLE; from += 1000) {
    const people = Array.from({ length: 1000 }, (_none, index) =>
      preparePerson({
        tenantId: 1,
        email: `osoba${from + index}@example.hr`,
        ime: 'Iva',
        prezime: 'Žužić',
        role: 'member',
        status: 'invited',
        passwordHash: null,
      }),
    );
    await database.transaction((tx) => createUsers(tx, byOperator(['user.create'], at), people, making));
  }
}

const peopleSearches = (): Case[] => [
  query('people', '12,000 by the state of their invitation', '/api/admin/users?invitation=none', 200),
  query('people', '12,000 by a text and status', '/api/admin/users?q=osoba&status=invited&sort=-created', 200),
];

const auditFilters = (): Case[] => [
  query('user agents', '200 records, each another of 400 characters', '/api/admin/audit?limit=200', 200),
  query('audit filters', 'an address that is in none', '/api/admin/audit?ip=10.0.0.2', 200),
  query('audit filters', 'a text that 50,000 records nearly hold', `/api/admin/audit?q=${'ab'.repeat(49)}b`, 200),
];

/** Files of 50 MB are read by threads that know no store, and take most of the time of this test: once is enough. */
const files = testEngine === 'sqlite' ? [pictures, pdfs, sheets] : [];

test('the worst input of each parser blocks the event loop for less than 50 ms', async (t) => {
  const service = await startTestService(t, {
    SVC_TRUSTED_PROXIES: '127.0.0.1',
    SVC_GOOGLE_CLIENT_ID: GOOGLE_CLIENT,
    SVC_PUBLIC_URL: 'http://localhost:8080', // a host that passkeys may be bound to
  });
  const { email } = await service.addPerson({ role: 'admin' });
  const token = await service.tokenOf(email);
  await service.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.server.server.address() as AddressInfo;
  const send = otherThread(t);
  const rows: string[] = [];
  const slow: string[] = [];
  const wrong = new Set<string>();
  const measure = async ({ parser, input, target, status, code, headers = {}, body }: Case) => {
    const [method = '', path = ''] = target.split(' ');
    const all = { authorization: `Bearer ${token}`, ...headers };
    const sent = { port, method, path, headers: all, body: body && sharedBody(body) };
    const work = async () => {
      const answer = await send(sent);
      const isExpected = answer.status === status && answer.text.includes(code ?? '');
      if (!isExpected) wrong.add(`${parser}, ${input}: ${answer.status} ${answer.text}`);
    };
    const begun = performance.now();
    const turn = await longestTurn(work, MOST);
    rows.push(`| ${parser} | ${input} | ${Math.round(turn)} ms |`);
    t.diagnostic(`${rows.at(-1)} ${Math.round(performance.now() - begun)} ms`);
    if (turn >= MOST) slow.push(rows.at(-1) ?? '');
  };
  await service.call('GET /api/openapi.json');
  await measure({ ...query('start', 'first', '/api/auth/me', 200) });
  const shop = { name: 'Trgovina', kind: 'web', redirect_uris: ['https://trgovina.example.hr/povratak'] };
  const registered = await service.call('POST /api/admin/applications', { token, body: shop });
  assert.equal(registered.status, 201, registered.text);
  const ofPasskeys = () => passkeys(service, token);
  for (const cases of [texts, jsons, oidc, ofPasskeys, forms, ...files])
    for (const one of await cases()) await measure(one);
  await fillPeople(service);
  for (const one of peopleSearches()) await measure(one);
  await fillAuditLog(service);
  for (const one of auditFilters()) await measure(one);
  assert.deepEqual([[...wrong], slow], [[], []]);
});
