// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { formBody } from '../support/form-body.ts';
import { isKnownFirst } from '../support/pair-order.ts';
import { listenToStatements } from '../support/statements.ts';
import { roundsOr } from '../support/test-rounds.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

/** Pairs of an address that an account elsewhere has, and one that nobody has. */
const PAIRS = roundsOr(100);
const ENV = { SVC_2FA_REQUIRED_TIER: '', SVC_ACCESS_TTL_MIN: '1440' };

interface Club {
  readonly service: TestService;
  readonly token: string;
  readonly tenantId: number;
  /** Addresses by pair: `known` has an account in another club, half of them a confirmed one. */
  readonly known: readonly string[];
  readonly unknown: readonly string[];
}

async function openClub(t: TestContext, pairs: number, env: Record<string, string> = {}): Promise<Club> {
  const service = await startTestService(t, { ...ENV, ...env });
  const [elsewhere, here] = [await service.addTenant('Klub Neretva'), await service.addTenant('Klub Cetina')];
  const admin = await service.addPerson({ email: 'admin-c@example.hr', role: 'admin', tenantId: here.id });
  const token = await service.tokenOf(admin.email);
  const addressOf = (kind: string, index: number) => `osoba.${kind}.${String(index).padStart(4, '0')}@klub.example.hr`;
  const of = (kind: string) => Array.from({ length: pairs }, (_, index) => addressOf(kind, index));
  const [known, unknown] = [of('aa'), of('bb')];
  for (const [index, email] of known.entries())
    await service.addPerson({ email, tenantId: elsewhere.id, emailVerified: index % 2 === 0 });
  return { service, token, tenantId: here.id, known, unknown };
}

/** What is left when everything is taken away that differs between any two people. */
const bare = (text: string): string =>
  text
    .replaceAll(/osoba\.(aa|bb)\.(\d{4})/g, 'osoba.$2')
    .replaceAll(/"ip":"[\d.]+"/g, 'ip') // each call of a test has its own
    .replaceAll(/gdpr-export-\d+/g, 'gdpr-export')
    .replaceAll(/token=[\w-]{43}/g, 'token')
    .replaceAll(/"(\w*_?id|id|seed|seq)": ?\d+/g, '"$1":0')
    .replaceAll(/"(seed|token_hash|prev_hash|hash|message_id|request_id|cursor|next_cursor)":"[^"]*"/g, '"$1":""')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'at');

const visible = ({ status, text, headers }: Answer): string => {
  const { 'x-request-id': _, date: __, 'content-length': ___, ...sent } = headers; // the length of longer ids

  return bare(JSON.stringify([status, sent])) + bare(text);
};

/** Known and unknown by turns. */
async function inTurns(
  pairs: number,
  act: (kind: 'known' | 'unknown', index: number) => Promise<Answer>,
): Promise<{ known: number[]; unknown: number[] }> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let index = 0; index < pairs; index++) {
    const seen: string[] = [];
    for (const kind of isKnownFirst(index) ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const began = performance.now();
      const answer = await act(kind, index);
      times[kind].push(performance.now() - began);
      seen.push(visible(answer));
    }
    assert.equal(seen[0], seen[1], `pair ${index}`);
  }
  return times;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/**
 * How often, of all pairs, the known one took longer: half of the time where nothing tells them apart. Four standard deviations, so that
 * one run in some ten thousand fails by chance.
 */
function assertNoSlower(t: TestContext, name: string, { known, unknown }: { known: number[]; unknown: number[] }) {
  const longer = known.filter((time, index) => time > (unknown[index] ?? 0)).length;
  const away = Math.abs(longer - known.length / 2) / Math.sqrt(known.length / 4);
  t.diagnostic(
    `${name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, ${away.toFixed(1)} sd`,
  );
  assert.ok(away < 4, `${name}: the known one took longer in ${longer} of ${known.length}`);
}

test('whether an account has an address is not told by creating, inviting, lists, exports or mails', async (t) => {
  const { service, known, unknown, ...club } = await openClub(t, PAIRS);
  let { token } = club;
  const addresses = { known, unknown };
  const ids = { known: [] as number[], unknown: [] as number[] };
  await service.audit.forget();
  await service.mails.take();
  let calls = 0;
  let most = 100;
  const call = async (target: string, body?: object) => {
    if (calls++ % most === 0 && calls > 1) {
      // before a pair, never within one
      service.clock.advance(most < 100 ? 3_660_000 : 61_000); // more calls than a minute allows, or files than an hour does
      if (most < 100) token = await service.tokenOf('admin-c@example.hr'); // a file needs a recent sign-in
    }
    return service.call(target, { token, ...(body === undefined ? {} : { body }) });
  };
  const created = await inTurns(PAIRS, async (kind, index) => {
    const body = { email: addresses[kind][index], ime: 'Ana', prezime: 'Nova', role: 'member' };
    const answer = await call('POST /api/admin/users', body);
    assert.equal(answer.status, 201, answer.text);
    ids[kind][index] = answer.body.id;
    return answer;
  });
  assertNoSlower(t, 'creating', created);
  const trail = await service.audit.actions();
  assert.deepEqual(trail, Array.from({ length: PAIRS * 2 }, () => ['user.create', 'user.invite']).flat());
  const mails = await service.mails.take();
  assert.equal(mails.length, PAIRS * 2);
  const byAddress = new Map(mails.map((mail) => [mail.to_address, bare(JSON.stringify({ ...mail, user_id: 0 }))]));
  for (const [index, email] of known.entries())
    assert.equal(byAddress.get(email), byAddress.get(unknown[index] ?? ''), 'in the outbox');

  const invited = await inTurns(PAIRS, (kind, index) => call(`POST /api/admin/users/${ids[kind][index]}/invite`));
  assertNoSlower(t, 'inviting', invited);
  const open = { known: [] as number[], unknown: [] as number[] };
  for (let cursor = ''; ; ) {
    const { body } = await call(`GET /api/admin/invitations?limit=100${cursor}`);
    for (const { id, email } of body.items) {
      const kind = known.includes(email) ? 'known' : 'unknown';
      open[kind][addresses[kind].indexOf(email)] = id;
    }
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  calls = 0;
  const resent = await inTurns(PAIRS, (kind, index) => call(`POST /api/admin/invitations/${open[kind][index]}/resend`));
  assertNoSlower(t, 'resending', resent);

  const reads: [string, (kind: 'known' | 'unknown', index: number) => string][] = [
    ['one person', (kind, index) => `GET /api/admin/users/${ids[kind][index]}`],
    ['their memberships', (kind, index) => `GET /api/admin/users/${ids[kind][index]}/memberships`],
    ['their sign-ins', (kind, index) => `GET /api/admin/users/${ids[kind][index]}/sessions`],
    ['searching', (kind, index) => `GET /api/admin/users?q=${addresses[kind][index]}`],
    ['invitations', (kind, index) => `GET /api/admin/invitations?q=${addresses[kind][index]}`],
    ['outbox', (kind, index) => `GET /api/admin/mails?q=${addresses[kind][index]}`],
    ['list as a file', (kind, index) => `GET /api/admin/users/export?format=csv&q=${addresses[kind][index]}`],
    ['export', (kind, index) => `GET /api/admin/gdpr/users/${ids[kind][index]}/export`],
    ['log', (kind, index) => `GET /api/admin/audit?user_id=${ids[kind][index]}&action=user.create`],
  ];
  for (const [name, target] of reads) {
    most = name.includes('file') || name === 'export' ? 16 : 100;
    token = await service.tokenOf('admin-c@example.hr');
    const times = await inTurns(PAIRS, async (kind, index) => {
      const answer = await call(target(kind, index));
      assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      return answer;
    });
    assertNoSlower(t, name, times);
  }
});

const HEADINGS = 'email;ime;prezime;password_hash\n';

test('whether an account has an address is not told by an import', async (t) => {
  const { service, token, known, unknown } = await openClub(t, PAIRS);
  const run = importing(service, token);
  const rows = (hash: string) =>
    known.flatMap((email, index) => [email, unknown[index] ?? ''].map((one) => `${one};Ana;Nova;${hash}`));
  await service.audit.forget();
  const hash = await service.passwords.hash('zaporka iz staroga sustava');
  const half = PAIRS; // every other row is of somebody known
  for (const [query, cell] of [
    ['?dry_run=1', ''],
    ['?dry_run=1', hash],
    ['?invite=1', ''],
  ] as const) {
    await service.mails.take();
    const { body, items } = await run(HEADINGS + rows(cell).join('\n'), query);
    assert.deepEqual([body.created, body.skipped, body.failed], [half * 2, 0, 0], JSON.stringify(body.problems));
    const outcomes = items.map(({ line: _, user_id: __, ...rest }) => JSON.stringify(rest));
    assert.deepEqual([outcomes.length, new Set(outcomes).size], [half * 2, 1], outcomes[0] ?? '');
    const mails = (await service.mails.take()).map((mail) => bare(JSON.stringify({ ...mail, user_id: 0 })));
    assert.equal(mails.length, query === '?invite=1' ? half * 2 : 0);
    assert.equal(new Set(mails).size, mails.length / 2, 'of each pair the same');
  }
  assert.ok(!(await service.audit.actions()).includes('user.address.taken'));
});

test('whoever is imported with a password has no way in by it where the address is somebody’s', async (t) => {
  const { service, token, tenantId, known, unknown } = await openClub(t, 1);
  const run = importing(service, token);
  const hash = await service.passwords.hash('zaporka iz staroga sustava');
  const rows = [known[0], unknown[0]].map((email) => `${email};Ana;Nova;${hash}`);
  assert.equal((await run(HEADINGS + rows.join('\n'), '')).body.created, 2);
  const shown = [known[0], unknown[0]].map(async (email) => {
    const { body } = await service.call(`GET /api/admin/users?q=${email}`, { token });
    const { id, ...told } = body.items[0];
    return { id, told: bare(JSON.stringify(told)) };
  });
  const [one, other] = await Promise.all(shown);
  assert.equal(one?.told, other?.told);
  const signIns = [known[0], unknown[0]].map((email) => service.signIn(email ?? '', 'zaporka iz staroga sustava'));
  assert.deepEqual(
    (await Promise.all(signIns)).map(({ status }) => status),
    [401, 200],
  );
  const resets = [one, other].map((each) =>
    service.call(`POST /api/admin/users/${each?.id}/reset-password`, { token }),
  );
  assert.deepEqual(
    (await Promise.all(resets)).map(({ status }) => status),
    [200, 200],
  );
  const { body } = await service.signIn(known[0] ?? '');
  assert.notEqual(body.user.tenant_id, tenantId);
});

/** What is kept of a session now and then, is read now and then. */
const isOfPeople = (text: string): boolean =>
  /users|memberships|action_tokens|mails/.test(text) && !/session_records|sign_ins/.test(text);

test('an import sends the same statements for addresses that are known', async (t) => {
  const { service, token, known, unknown } = await openClub(t, 40);
  const run = importing(service, token);
  const statements = listenToStatements(t);
  const sent: string[][] = [];
  for (const query of ['?dry_run=1', '?invite=1'])
    for (const emails of [known, unknown]) {
      statements.takenTexts();
      await run(HEADINGS + emails.map((email) => `${email};Ana;Nova;`).join('\n'), query);
      sent.push(statements.takenTexts().filter(isOfPeople));
    }
  const [dryKnown = [], dryUnknown, realKnown = [], realUnknown] = sent;
  assert.ok(dryKnown.length > 0 && realKnown.length > 0);
  assert.deepEqual([dryKnown, realKnown], [dryUnknown, realUnknown]);
});

/** Sends a file and runs it; with every row’s outcome. */
const importing = (service: TestService, token: string) => async (csv: string, query: string) => {
  const form = formBody([{ bytes: csv, filename: 'osobe.csv', type: 'text/csv' }]);
  const headers = { ...form.headers, authorization: `Bearer ${token}` };
  const url = `/api/admin/imports${query}`;
  const answer = await service.server.inject({ method: 'POST', url, headers, payload: form.payload });
  assert.equal(answer.statusCode, 202, answer.body);
  await service.imports.runDue();
  const { id } = answer.json();
  const { body } = await service.call(`GET /api/admin/imports/${id}`, { token });
  const items: { line: number; user_id: number | null }[] = [];
  for (let cursor = ''; ; ) {
    const page = await service.call(`GET /api/admin/imports/${id}/rows?limit=100${cursor}`, { token });
    items.push(...page.body.items);
    if (page.body.next_cursor === null) break;
    cursor = `&cursor=${page.body.next_cursor}`;
  }
  return { body, items };
};
