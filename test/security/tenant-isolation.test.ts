// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toJson } from '../../src/platform/database/json-column.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { smallPdf } from '../support/archive-fixture.ts';
import { formBody } from '../support/form-body.ts';
import { type Answer, startTestService, type TestService } from '../support/test-service.ts';

/** A tenant full of data, of which another tenant's admin must learn nothing. */
const SECRET = /tajn/i;
const OIB = '69435151530';

interface World {
  readonly service: TestService;
  readonly club: number;
  /** Admins of the first tenant and of the club, and a superadmin who sits in the first. */
  readonly ours: string;
  readonly theirs: string;
  readonly superadmin: string;
  /** The club's person, the subject of all data. */
  readonly person: { readonly id: number; readonly email: string };
}

/** Where the secret tenant is: in no tree, or next to or above an administrator who reaches what is below their own. */
const PLACES = ['apart', 'beside', 'above'] as const;
type Place = (typeof PLACES)[number] | 'below';

/** The parents of the first tenant and of the secret one. */
async function grow(service: TestService, club: number, place: Place): Promise<void> {
  const federation = place === 'beside' ? (await service.addTenant('Iznad')).id : null;
  const parents: Readonly<Record<Place, readonly [number | null, number | null]>> = {
    apart: [null, null],
    beside: [federation, federation],
    above: [club, null],
    below: [null, 1],
  };
  for (const [index, parent_id] of parents[place].entries())
    await service.database.transaction((tx) =>
      tx
        .updateTable('tenants')
        .set({ parent_id })
        .where('id', '=', index === 0 ? 1 : club)
        .execute(),
    );
}

const reachBelow = (service: TestService, email: string) =>
  service.database.transaction((tx) =>
    tx
      .updateTable('memberships')
      .set({ reach: 'below' })
      .where('user_id', '=', tx.selectFrom('users').select('id').where('email', '=', email))
      .execute(),
  );

async function openWorld(t: TestContext, place: Place = 'apart'): Promise<World> {
  const service = await startTestService(t);
  const club = (await service.addTenant('Tajni klub')).id;
  await grow(service, club, place);
  const tokenOf = async (email: string, role: 'admin' | 'superadmin', tenantId: number, prezime: string) => {
    await service.addPerson({ email, role, tenantId, prezime });
    return service.tokenOf(email);
  };
  const ours = await tokenOf('uprava@savez.example', 'admin', 1, 'Naša');
  if (place !== 'apart') await reachBelow(service, 'uprava@savez.example');
  const superadmin = await tokenOf('glavna@savez.example', 'superadmin', 1, 'Glavna');
  const theirs = await tokenOf('uprava@tajna.example', 'admin', club, 'Tajnica');
  const names = { ime: 'Tajna', prezime: 'Tajnović', telefon: '091 777 8888', oib: OIB };
  const person = await service.addPerson({ email: 'tajna@tajna.example', tenantId: club, ...names });
  await ownDoings(service, ours);
  return { service, club, ours, theirs, superadmin, person };
}

/** Data of the first tenant, so that its lists are not empty. */
async function ownDoings(service: TestService, token: string): Promise<void> {
  const { id } = await service.addPerson({ email: 'nas@savez.example', prezime: 'Naš' });
  await service.call(`POST /api/admin/users/${id}/invite`, { token });
  await send(service, token, '/api/admin/imports?dry_run=1', [
    { bytes: 'email\nnova@savez.example\n', filename: 'a.csv' },
  ]);
  await service.imports.runDue();
}

async function send(service: TestService, token: string, url: string, parts: Parameters<typeof formBody>[0]) {
  const { headers, payload } = formBody(parts);
  const answer = await service.server.inject({
    method: 'POST',
    url,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}

const pdf = (title: string, fields: Record<string, string> = {}) => [
  ...Object.entries({ title, visibility: 'tenant', ...fields }).map(([name, bytes]) => ({ name, bytes })),
  { bytes: smallPdf({ mark: title }), filename: 'x.pdf', type: 'application/pdf' },
];

/** One of everything a tenant can have. Returns the ids. */
async function fillClub({ service, theirs, person, club }: World): Promise<Record<string, number | string>> {
  const people = '/api/admin/users';
  const created = await service.call(`POST ${people}`, {
    token: theirs,
    body: { email: 'nova@tajna.example', ime: 'Nova', prezime: 'Tajnić', role: 'member' },
  });
  assert.equal(created.status, 201, created.text);
  const document = await send(service, theirs, '/api/admin/documents', pdf('Tajni pravilnik'));
  assert.equal(document.status, 201, document.text);
  const csv = 'email;ime;prezime\nuvezena@tajna.example;Uvezena;Tajnović\nkriva tajna;A;B\n';
  const imported = await send(service, theirs, '/api/admin/imports', [{ bytes: csv, filename: 'tajna.csv' }]);
  assert.equal(imported.status, 202, imported.text);
  await service.imports.runDue();
  const invite = { action: 'invite', filter: { q: 'tajnović' }, expected_total: 1, tolerance: 100 };
  const bulk = await service.call('POST /api/admin/users/bulk', { token: theirs, body: invite });
  assert.equal(bulk.status, 202, bulk.text);
  await service.bulkActs.runDue();
  const application = { name: 'Tajna trgovina', kind: 'web', redirect_uris: ['https://tajna.example/povratak'] };
  const registered = await service.call('POST /api/admin/applications', { token: theirs, body: application });
  assert.equal(registered.status, 201, registered.text);
  const subscription = { application_id: registered.body.id, form: 'push', url: 'https://tajna.example/obavijesti' };
  const subscribed = await service.call('POST /api/admin/subscriptions', { token: theirs, body: subscription });
  assert.equal(subscribed.status, 201, subscribed.text);
  const recipient = await service.call('POST /api/admin/recipients', { token: theirs, body: { name: 'Tajni savez' } });
  assert.equal(recipient.status, 201, recipient.text);
  const given = { token: theirs, body: { user_ids: [person.id] } };
  assert.equal((await service.call(`POST /api/admin/recipients/${recipient.body.id}/people`, given)).status, 200);
  const renamed = await service.call(`PUT /api/admin/users/${person.id}`, {
    token: theirs,
    body: { oib: '94577403194' },
  });
  assert.equal(renamed.status, 200, renamed.text);
  const headings = { shape: 'tajna', file_name: 'tajna.csv', columns: toJson([]), roles: toJson({}), encoding: null };
  await service.database.transaction((tx) =>
    tx
      .insertInto('saved_mappings')
      .values({ id: 'tajno-citanje', tenant_id: club, ...headings, used_at: nowOf(service.clock) })
      .execute(),
  );
  const view = { token: theirs, body: { name: 'Tajni pogled', filter: {} } };
  const saved = await service.call('POST /api/admin/users/views', view);
  assert.equal(saved.status, 201, saved.text);
  const shared = await service.call(`POST /api/admin/users/views/${saved.body.id}/share`, { token: theirs });
  assert.equal(shared.status, 200, shared.text);
  const ordered = await service.database.read.selectFrom('recipient_orders').select('id').executeTakeFirstOrThrow();
  const own = (await service.signIn(person.email)).body.access_token;
  assert.equal((await service.call('POST /api/users/me/gdpr-erase', { token: own })).status, 200);
  const consent = { policy_version: '1', categories: { necessary: true } };
  await service.call('POST /api/gdpr/consent', { token: own, body: consent });
  await service.signIn(person.email, 'krivo tajno more');
  const asked = await service.call('POST /api/admin/transfers', {
    token: theirs,
    body: { club: 'Tajni drugi klub', email: 'trazena@tajna.example' },
  });
  assert.equal(asked.status, 201, asked.text);
  await service.findAskedMembers();
  const list = async (path: string) => (await service.call(`GET /api/admin/${path}`, { token: theirs })).body.items;
  return {
    users: person.id,
    invitations: (await list('invitations'))[0].id,
    mails: (await list('mails'))[0].id,
    documents: document.body.id,
    imports: imported.body.id,
    mappings: 'tajno-citanje',
    'bulk-acts': bulk.body.id,
    views: saved.body.id,
    applications: (await list('applications'))[0].id,
    subscriptions: subscribed.body.id,
    recipients: recipient.body.id,
    orders: ordered.id,
    transfers: asked.body.id,
    audit: (await list('audit?action=login.fail'))[0].id,
    'erasure-requests': (await list('gdpr/erasure-requests'))[0].id,
  };
}

const LISTS = [
  'users',
  'users?sort=created',
  'users?status=invited',
  'users?status=deleted',
  'users?role=member',
  'users?q=tajn',
  'users?q=tajnovic%20tajna',
  'users?q=091777',
  `users?q=${OIB}`,
  'users?q=t',
  'users?q=klub',
  'duplicates',
  'merges',
  'invitations',
  'invitations?state=used',
  'mails',
  'applications',
  'subscriptions',
  'recipients',
  'transfers',
  'transfers?state=ended',
  'mails?state=queued',
  'imports',
  'bulk-acts',
  'users/selection',
  'users/views',
  'gdpr/consents',
  'gdpr/erasure-requests',
  'gdpr/erasure-requests?status=pending',
  'stats',
  'audit/actions',
  'audit',
  'audit?action=user.create',
  'audit?q=tajn',
  'audit?from=2020-01-01',
  'audit?action=import.finish',
];

/** Everything the first tenant's admin can see without naming an id. */
async function viewOf({ service, ours, person }: World): Promise<Map<string, string>> {
  const view = new Map<string, string>();
  const own = [...LISTS, `audit?user_id=${person.id}`, `audit?actor_id=${person.id}`, `mails?user_id=${person.id}`];
  for (const path of own) {
    const answer = await service.call(`GET /api/admin/${path}`, { token: ours });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    view.set(path, answer.text);
  }
  for (const path of ['documents', 'documents?q=tajn', 'yearbooks'])
    view.set(path, (await service.call(`GET /api/${path}`, { token: ours })).text);
  return view;
}

for (const place of PLACES)
  test(`whatever happens in a tenant, the responses for another one stay the same, to the byte (${place})`, async (t) => {
    const world = await openWorld(t, place);
    const before = await viewOf(world);
    await fillClub(world);
    const after = await viewOf(world);
    for (const [path, text] of after) {
      assert.equal(text, before.get(path), path);
      assert.doesNotMatch(text, SECRET, path);
    }
    for (const list of ['users', 'invitations', 'mails', 'gdpr/erasure-requests']) {
      const file = await world.service.call(`GET /api/admin/${list}/export?format=csv`, { token: world.ours });
      assert.equal(file.status, 200, list);
      assert.doesNotMatch(file.text, SECRET, list);
      if (list === 'users') assert.match(file.text, /nas@savez\.example/);
    }
    for (const format of ['csv', 'jsonl']) {
      const file = await world.service.call(`GET /api/admin/audit/export?format=${format}`, { token: world.ours });
      assert.equal(file.status, 200);
      assert.doesNotMatch(file.text, SECRET, format);
    }
  });

for (const place of PLACES)
  test(`another tenant's id is answered as one that does not exist, on every route with an id (${place})`, async (t) => {
    const world = await openWorld(t, place);
    const { service, ours } = world;
    const ids = await fillClub(world);
    const BODIES: Readonly<Record<string, unknown>> = {
      'PUT /role': { role: 'guest' },
      'PUT /legal-hold': { held: true, reason: 'Spor' },
      'PUT ': { ime: 'A' },
      'PATCH ': { ime: 'A' },
      'POST /reject': { reason: 'Nije moguće' },
      'POST /extend': { reason: 'Nije moguće' },
      'POST /memberships': { tenant_id: 1, role: 'guest' },
      'PATCH /memberships/:mid': { number: '1' },
      'POST /merge': { into: 1 },
      'POST /check': {},
      'POST /run': {},
      'PATCH /rows/:line': { cells: [{ index: 0, text: 'ana@example.hr' }] },
      'POST /replay': { after: 0 },
      'POST /people': { user_ids: [1] },
      'POST /by-hand': { told_on: '2026-01-01', told_by: 'letter' },
    };
    const routes = service.routes.filter(({ path }) => /^\/api\/admin\/.*:id/.test(path) && !path.includes('tenants'));
    assert.ok(routes.length > 25);
    await service.audit.forget();
    await service.mails.take();
    const told: string[] = [];
    for (const { method, path } of routes) {
      const [kind = '', tail = ''] = /([^/]+)\/:id(.*)$/.exec(path)?.slice(1) ?? [];
      const id = ids[kind];
      assert.ok(id, `nothing of ${path} was made`);
      const body = kind === 'documents' && method === 'PUT' ? { title: 'Drugi' } : BODIES[`${method} ${tail}`];
      const ask = (which: number | string) =>
        service.call(`${method} ${path.replace(':id', String(which)).replace(/:(mid|line)/, '1')}`, {
          token: ours,
          ...(body === undefined ? {} : { body }),
        });
      const [there, missing] = [await ask(id), await ask(987_654)];
      if (there.status !== 404 || face(there) !== face(missing))
        told.push(`${method} ${path}: ${face(there)} ${face(missing)}`);
    }
    assert.deepEqual(told, []);
    assert.deepEqual(await service.audit.actions(), []);
    assert.deepEqual(await service.mails.take(), []);
  });

/** What an admin of the first tenant gets of each thing of a tenant below. */
const READ = [
  ...(['users/:id', 'users/:id/memberships', 'users/:id/sessions', 'users/:id/recipients', 'mails/:id'] as const),
  ...([
    'imports/:id',
    'imports/:id/rows',
    'bulk-acts/:id',
    'applications/:id',
    'subscriptions/:id',
    'audit/:id',
  ] as const),
  ...(['gdpr/erasure-requests/:id', 'gdpr/users/:id/export'] as const),
];

/** Lists that name somebody or something of the tenant. */
const NAMING = [
  ...(['users', 'users?q=tajnovic', 'invitations', 'mails', 'applications', 'recipients', 'audit?q=tajn'] as const),
  ...([
    'gdpr/erasure-requests',
    'users/export?format=csv',
    'audit/export?format=csv',
    'factor-policy/missing',
  ] as const),
];

test('whoever reaches what is below sees and manages it as their own, and nobody else in the tenant does', async (t) => {
  const world = await openWorld(t, 'below');
  const { service, ours, club } = world;
  await service.addPerson({ email: 'bez.dosega@savez.example', role: 'admin' });
  const without = await service.tokenOf('bez.dosega@savez.example');
  const ids = await fillClub(world);
  const rule = { tenant_id: club, rules: [{ role: 'member', grace_days: 30 }] };
  assert.equal((await service.call('PUT /api/admin/factor-policy', { token: ours, body: rule })).status, 200);
  for (const path of READ) {
    const [kind = ''] = /[^/]+(?=\/:id)/.exec(path) ?? [];
    const url = `GET /api/admin/${path.replace(':id', String(ids[kind]))}`;
    assert.equal((await service.call(url, { token: ours })).status, 200, path);
    assert.equal((await service.call(url, { token: without })).status, 404, path);
  }
  for (const path of NAMING) {
    const seen = await service.call(`GET /api/admin/${path}`, { token: ours });
    assert.equal(seen.status, 200, `${path}: ${seen.text}`);
    assert.match(seen.text, SECRET, path);
    const url = `${path}${path.includes('?') ? '&' : '?'}tenant_id=${club}`;
    const narrowed = await service.call(`GET /api/admin/${url}`, { token: ours });
    assert.match(narrowed.text, SECRET, url);
    const own = await service.call(`GET /api/admin/${path}`, { token: without });
    assert.equal(own.status, 200, path);
    assert.doesNotMatch(own.text, SECRET, path);
  }
  const documents = await service.call('GET /api/documents?q=tajn', { token: ours });
  assert.match(documents.text, SECRET);
  assert.doesNotMatch((await service.call('GET /api/documents?q=tajn', { token: without })).text, SECRET);
  const [all, own] = await Promise.all(
    [ours, without].map(async (token) => (await service.call('GET /api/admin/stats', { token })).body),
  );
  assert.ok(all.users.total > own.users.total);
  assert.ok(all.invitations.sent > own.invitations.sent);
  const acts: readonly [string, object?][] = [
    [`PATCH /api/admin/users/${ids.users}`, { ime: 'Druga' }],
    [`PUT /api/admin/users/${ids.users}/role`, { role: 'admin' }],
    [`PUT /api/admin/users/${ids.users}/role`, { role: 'member' }],
    [`POST /api/admin/users/${ids.users}/suspend`],
    [`POST /api/admin/users/${ids.users}/unsuspend`],
    [`POST /api/admin/invitations/${ids.invitations}/resend`],
    [`PUT /api/admin/tenants/${club}/color`, { color: '#0a5c8a' }],
    [`PUT /api/admin/documents/${ids.documents}`, { title: 'Drugi' }],
    [`POST /api/admin/imports/${ids.imports}/undo`],
  ];
  for (const [target, body] of acts) {
    const call = body === undefined ? {} : { body };
    assert.equal((await service.call(target, { token: without, ...call })).status, 404, target);
    const done = await service.call(target, { token: ours, ...call });
    assert.ok(done.status >= 200 && done.status < 300, `${target}: ${done.text}`);
  }
});

test('an act on everybody below is done, also on admins there, with the reach at that time', async (t) => {
  const world = await openWorld(t, 'below');
  const { service, ours, club } = world;
  const order = { action: 'suspend', filter: { role: 'admin' }, expected_total: 2, tolerance: 0 };
  const started = await service.call('POST /api/admin/users/bulk', { token: ours, body: order });
  assert.equal(started.status, 202, started.text);
  await service.bulkActs.runDue();
  const job = await service.call(`GET /api/admin/bulk-acts/${started.body.id}`, { token: ours });
  assert.deepEqual([job.body.done, job.body.refused], [1, 1], 'but not on themselves');
  const again = await service.call('POST /api/admin/users/bulk', {
    token: ours,
    body: { ...order, action: 'unsuspend' },
  });
  assert.equal(again.status, 202, again.text);
  await grow(service, club, 'apart');
  await service.bulkActs.runDue();
  const after = await service.call(`GET /api/admin/bulk-acts/${again.body.id}`, { token: ours });
  assert.deepEqual([after.body.done, after.body.refused], [0, 2], 'whoever has moved away is not theirs any more');
});

/** A response without what varies from request to request. */
function face({ status, body, headers }: Answer): string {
  const { request_id, ...rest } = body;
  return JSON.stringify([status, rest, headers['content-type'], headers['content-length']]);
}

test('another tenant named in query, body or form is answered as one that does not exist', async (t) => {
  const world = await openWorld(t);
  const { service, ours, club } = world;
  await fillClub(world);
  const own = await service.addPerson();
  await service.audit.forget();
  const nova = (tenant_id: number) => ({ email: 'x@savez.example', ime: 'X', prezime: 'Y', role: 'member', tenant_id });
  const ways: Record<string, (id: number) => Promise<unknown>> = {
    ...Object.fromEntries(
      ['users', 'users/selection', 'bulk-acts', ...['invitations', 'mails', 'audit', 'imports', 'stats']]
        .concat(['audit/export', 'users/export', 'invitations/export', 'mails/export', 'gdpr/erasure-requests/export'])
        .map((path) => [
          path,
          async (id: number) =>
            face(
              await service.call(
                `GET /api/admin/${path}?tenant_id=${id}${path.endsWith('export') ? '&format=csv' : ''}`,
                { token: ours },
              ),
            ),
        ]),
    ),
    create: async (id) => face(await service.call('POST /api/admin/users', { token: ours, body: nova(id) })),
    move: async (id) =>
      face(await service.call(`PATCH /api/admin/users/${own.id}`, { token: ours, body: { tenant_id: id } })),
    import: async (id) => {
      const file = [{ bytes: 'email\nx@savez.example\n', filename: 'a.csv' }];
      const { status, body } = await send(service, ours, `/api/admin/imports?tenant_id=${id}`, file);
      return [status, body.code, body.detail];
    },
    bulk: async (tenant_id) => {
      const body = { action: 'suspend', filter: { tenant_id }, expected_total: 1 };
      return face(await service.call('POST /api/admin/users/bulk', { token: ours, body }));
    },
    document: async (id) => {
      const { status, body } = await send(service, ours, '/api/admin/documents', pdf('Naš', { tenant_id: String(id) }));
      return [status, body.code, body.detail];
    },
  };
  for (const [name, ask] of Object.entries(ways)) {
    const there = await ask(club);
    assert.deepEqual([name, there], [name, await ask(987_654)]);
    assert.match(JSON.stringify(there), name === 'move' ? /403/ : /404/);
  }
  assert.deepEqual(await service.audit.actions(), []);
});

test('an import refuses rows that name another tenant, and takes addresses taken there for anybody’s', async (t) => {
  const world = await openWorld(t);
  const { service, ours, club, person } = world;
  const csv = `email;ime;prezime;tenant_id\nx@savez.example;X;Y;${club}\n${person.email};X;Y;1\n`;
  const { body } = await send(service, ours, '/api/admin/imports', [{ bytes: csv, filename: 'a.csv' }]);
  await service.imports.runDue();
  const rows = await service.call(`GET /api/admin/imports/${body.id}/rows`, { token: ours });
  const found = await service.call(`GET /api/admin/imports/${body.id}`, { token: ours });
  assert.deepEqual([found.body.created, found.body.skipped, found.body.failed], [1, 0, 1], rows.text);
  assert.ok(
    rows.body.items.every(({ user_id }: { user_id: number | null }) => user_id !== person.id),
    rows.text,
  );
  const still = await service.database.read.selectFrom('users').selectAll().where('id', '=', person.id).execute();
  assert.deepEqual([still[0]?.tenant_id, still[0]?.prezime], [club, 'Tajnović']);
});

test("a cursor of another tenant's admin reveals nothing of that tenant", async (t) => {
  const world = await openWorld(t);
  const { service, ours, theirs } = world;
  await fillClub(world);
  await service.addPerson({ prezime: 'Žnidarić' });
  let followed = 0;
  for (const path of ['users', 'users?sort=-created', 'users?sort=-name', 'audit', 'mails', 'invitations', 'imports']) {
    const join = path.includes('?') ? '&' : '?';
    const { body } = await service.call(`GET /api/admin/${path}${join}limit=1`, { token: theirs });
    if (body.next_cursor === null) continue;
    followed++;
    const answer = await service.call(`GET /api/admin/${path}${join}cursor=${body.next_cursor}`, { token: ours });
    assert.equal(answer.status, 200, path);
    assert.doesNotMatch(answer.text, SECRET, path);
    const whole = await service.call(`GET /api/admin/${path}`, { token: ours });
    assert.equal(answer.body.total, whole.body.total, path);
  }
  assert.ok(followed >= 4, `${followed}`);
});

test('that an address is taken elsewhere is not revealed', async (t) => {
  const world = await openWorld(t);
  const { service, ours, person } = world;
  await service.audit.forget();
  const body = { email: person.email.toUpperCase(), ime: 'X', prezime: 'Y', role: 'member' };
  const created = await service.call('POST /api/admin/users', { token: ours, body });
  assert.deepEqual([created.status, created.body.status], [201, 'invited']);
  assert.doesNotMatch(created.text.replaceAll(person.email, ''), SECRET);
  assert.notEqual(created.body.id, person.id);
  assert.deepEqual(await service.audit.actions(), ['user.create', 'user.invite']);
});

test('acts of a superadmin in another tenant are recorded there, not in their own', async (t) => {
  const world = await openWorld(t);
  const { service, ours, superadmin: token, club } = world;
  const ids = await fillClub(world);
  let last = (await service.call('GET /api/admin/audit', { token: ours })).text;
  const fresh = async () => (await service.addPerson({ tenantId: club, prezime: 'Tajnik' })).id;
  const acts: [string, unknown?][] = [
    [`GET /api/admin/users/${ids.users}`],
    [`PATCH /api/admin/users/${await fresh()}`, { ime: 'Druga' }],
    [`PUT /api/admin/users/${await fresh()}/role`, { role: 'manager' }],
    [`POST /api/admin/users/${await fresh()}/suspend`],
    [`POST /api/admin/users/${await fresh()}/unlock`],
    [`POST /api/admin/users/${await fresh()}/invite`],
    [`POST /api/admin/users/${await fresh()}/reset-password`],
    [`DELETE /api/admin/users/${await fresh()}`],
    [
      'POST /api/admin/users',
      { email: 'y@tajna.example', ime: 'Y', prezime: 'Tajnik', role: 'member', tenant_id: club },
    ],
    [`POST /api/admin/invitations/${ids.invitations}/resend`],
    ['DELETE /api/admin/invitations/newest'],
    [`GET /api/admin/mails/${ids.mails}`],
    [`PUT /api/admin/documents/${ids.documents}`, { title: 'Tajna' }],
    [`GET /api/admin/gdpr/consents?user_id=${ids.users}`],
    [`GET /api/admin/gdpr/erasure-requests/${ids['erasure-requests']}`],
    [`POST /api/admin/gdpr/erasure-requests/${ids['erasure-requests']}/extend`, { reason: 'Opsežno' }],
    [`POST /api/admin/gdpr/erasure-requests/${ids['erasure-requests']}/reject`, { reason: 'Nije moguće' }],
    [`GET /api/admin/gdpr/users/${ids.users}/export`],
    [`GET /api/admin/users/export?format=csv&tenant_id=${club}`],
    [`GET /api/admin/invitations/export?format=csv&tenant_id=${club}`],
    [`GET /api/admin/mails/export?format=csv&tenant_id=${club}`],
    [`GET /api/admin/gdpr/erasure-requests/export?format=csv&tenant_id=${club}`],
    [`GET /api/admin/audit/export?format=csv&tenant_id=${club}`],
    [`GET /api/admin/stats?tenant_id=${club}`],
    [`GET /api/admin/work?tenant_id=${club}`],
    [`POST /api/admin/imports/${ids.imports}/undo`],
  ];
  const seen: string[] = [];
  for (const [target, body] of acts) {
    const asked = target.replace('newest', String(await newestInvitation(world)));
    const answer = await service.call(asked, { token, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${asked}: ${answer.text}`);
    if (asked.endsWith('/undo')) await service.imports.runDue();
    const now = (await service.call('GET /api/admin/audit', { token: ours })).text;
    if (now !== last) seen.push(target);
    last = now;
  }
  assert.deepEqual(seen, []);
});

async function newestInvitation({ service, theirs }: World): Promise<number> {
  return (await service.call('GET /api/admin/invitations', { token: theirs })).body.items[0].id;
}
