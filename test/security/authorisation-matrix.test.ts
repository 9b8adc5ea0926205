import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueActionToken } from '../../src/accounts/action-tokens/issue-action-token.ts';
import { addOrders } from '../../src/accounts/recipients/orders-store.ts';
import { keepRecipient } from '../../src/accounts/recipients/recipients-store.ts';
import { toJson } from '../../src/platform/database/json-column.ts';
import { SERVICE_SCOPES } from '../../src/platform/http/caller.ts';
import type { Route, RouteAnswer } from '../../src/platform/http/define-route.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { opaqueId } from '../../src/platform/kernel/ids.ts';
import { ROLES, type Role } from '../../src/platform/kernel/role.ts';
import { smallPdf } from '../support/archive-fixture.ts';
import { picture } from '../support/avatar-fixture.ts';
import { formBody } from '../support/form-body.ts';
import { type RegisteredService, registerService, serviceToken } from '../support/service-fixture.ts';
import {
  addApplication,
  addBulkJob,
  addCheck,
  addDocument,
  addErasure,
  addImport,
  addMail,
  addTransfer,
} from '../support/staged-rows.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/**
 * Who may do what to whom: one table for every administration route. A route missing from it fails. A refusal leaves no
 * record, mail or change.
 */
const CALLERS = ['superadmin', 'admin', 'manager', 'member', 'guest', 'service', 'nobody'] as const;
type CallerName = (typeof CALLERS)[number];

const STATUS_OF = {
  'auth.missing': 401,
  'access.role': 403,
  'access.service': 403,
  'users.tier': 403,
  'users.not_found': 404,
  'mails.not_found': 404,
  'audit.not_found': 404,
  'documents.not_found': 404,
  'imports.not_found': 404,
  'imports.no_mapping': 404,
  'bulk.not_found': 404,
  'tenants.not_found': 404,
  'applications.not_found': 404,
  'subscriptions.not_found': 404,
  'erasure.not_found': 404,
  'orders.not_found': 404,
  'recipients.not_found': 404,
  'saved_views.not_found': 404,
  'transfers.not_found': 404,
  'users.self': 409,
  'erasure.superadmin': 409,
  'erasure.state': 409,
} as const;
type Outcome = 'ok' | keyof typeof STATUS_OF;
type Verdicts = Readonly<Record<Exclude<CallerName, 'service'>, readonly Outcome[]>>;

/** One line per role that may call at all, in column order; all other roles are refused. */
function verdicts(columns: readonly string[], lines: Partial<Record<Role, string>>): Verdicts {
  const all = (outcome: Outcome) => columns.map(() => outcome);
  const of = (role: Role) => (lines[role]?.split(/ +/) as Outcome[] | undefined) ?? all('access.role');
  const told = Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, Outcome[]>;
  for (const [role, line] of Object.entries(told)) assert.equal(line.length, columns.length, role);
  return { ...told, nobody: all('auth.missing') };
}

/** A superadmin who makes what only the service can make. */
const BOSS = 'gazda@example.hr';

/** The subject of a call; all but the last are in the caller's tenant. */
const PEOPLE = ['self', 'superadmin', 'admin', 'manager', 'member', 'elsewhere'] as const;
const GRANTS = ['superadmin', 'admin', 'manager', 'member', 'guest'] as const;
const TENANTS = ['unnamed', 'own', 'elsewhere'] as const;
const THINGS = ['own', 'elsewhere'] as const;
const ONE = ['this'] as const;

const MANAGED = verdicts(PEOPLE, {
  superadmin: 'users.self ok         ok         ok ok ok',
  admin: '     users.self users.tier users.tier ok ok users.not_found'.trim(),
});
/** These people have a password: whoever gets a link could take over their accounts. */
const LINKS_BY_SERVICE = 'users.tier users.tier users.tier access.service access.service users.not_found';
/** Who sees or manages others can do more afterwards: a service gives nobody power. */
const POWER_BY_SERVICE = 'users.tier users.tier users.tier access.service ok users.not_found';
const READ_BY_ADMINS = verdicts(PEOPLE, {
  superadmin: 'ok ok ok ok ok ok',
  admin: '     ok ok ok ok ok users.not_found'.trim(),
});
const READ_BY_MANAGERS = verdicts(PEOPLE, {
  superadmin: 'ok ok ok ok ok ok',
  admin: '     ok ok ok ok ok users.not_found'.trim(),
  manager: '   ok ok ok ok ok users.not_found'.trim(),
});
/** Nobody moves themselves; only a superadmin moves others to another tenant. */
const MOVED = verdicts(PEOPLE, {
  superadmin: 'users.self ok         ok         ok         ok         ok',
  admin: '     users.self users.tier users.tier users.tier users.tier users.not_found'.trim(),
});
/** One more tenant for a person; it is out of an admin's reach. */
const JOINED = verdicts(PEOPLE, {
  superadmin: 'users.self ok         ok         ok                ok                ok',
  admin: '     users.self users.tier users.tier tenants.not_found tenants.not_found users.not_found'.trim(),
});
/** Requests of people out of scope are not found either. */
const CASES = verdicts(PEOPLE, {
  superadmin: 'users.self ok         ok         ok ok ok',
  admin: '     users.self users.tier users.tier ok ok erasure.not_found'.trim(),
});
/** A superadmin's role must be changed first. */
const APPROVED = verdicts(PEOPLE, {
  superadmin: 'users.self erasure.superadmin ok         ok ok ok',
  admin: '     users.self users.tier         users.tier ok ok erasure.not_found'.trim(),
});
/** Nothing to certify before a request is carried out. */
const UNCERTIFIED = verdicts(PEOPLE, {
  superadmin: 'users.self erasure.state erasure.state erasure.state erasure.state erasure.state',
  admin: '     users.self users.tier    users.tier    erasure.state erasure.state erasure.not_found'.trim(),
});
const GRANTED = verdicts(GRANTS, {
  superadmin: 'ok         ok         ok ok ok',
  admin: '     users.tier users.tier ok ok ok'.trim(),
});
const LISTED_BY_ADMINS = verdicts(TENANTS, { superadmin: 'ok ok ok', admin: 'ok ok tenants.not_found' });
const LISTED_BY_MANAGERS = verdicts(TENANTS, {
  superadmin: 'ok ok ok',
  admin: 'ok ok tenants.not_found',
  manager: 'ok ok tenants.not_found',
});
const OWN_VIEWS = verdicts(THINGS, {
  superadmin: 'ok saved_views.not_found',
  admin: 'ok saved_views.not_found',
  manager: 'ok saved_views.not_found',
});
const SHARED_VIEWS = verdicts(THINGS, { superadmin: 'ok saved_views.not_found', admin: 'ok saved_views.not_found' });
const thing = (code: Outcome) => verdicts(THINGS, { superadmin: 'ok ok', admin: `ok ${code}` });
const FOR_ADMINS = verdicts(ONE, { superadmin: 'ok', admin: 'ok' });
const FOR_SUPERADMINS = verdicts(ONE, { superadmin: 'ok' });

interface Call {
  readonly url: string;
  readonly body?: unknown;
  readonly form?: ReturnType<typeof formBody>;
}

/** The caller's tenant, and another. */
interface Stage {
  readonly service: TestService;
  readonly callerId: number;
  readonly tenantId: number;
  readonly elsewhere: number;
  readonly third: number;
}

interface Line {
  readonly route: string;
  readonly columns: readonly string[];
  readonly verdicts: Verdicts;
  /** Creates the subject of the call, anew for every call. */
  readonly stage: (stage: Stage, column: string) => Promise<Call> | Call;
  /** The outcome for a service with every scope, if some calls are for people; else see `outcomeForService`. */
  readonly service?: string;
  /** Whether refusals are inside a 200. */
  readonly perPerson?: true;
  /** Whether it starts background work. */
  readonly accepted?: true;
}

type Prepare = (service: TestService, id: number) => Promise<unknown>;
const asTheyAre: Prepare = async () => {};

/** A call about a person with the column's role, prepared for the act. */
const about =
  (tail: string, body?: unknown, prepare: Prepare = asTheyAre): Line['stage'] =>
  async (stage, column) => ({
    url: `/api/admin/users/${await personFor(stage, column, prepare)}${tail}`,
    ...(body === undefined ? {} : { body }),
  });

async function personFor({ service, callerId, tenantId, elsewhere }: Stage, column: string, prepare: Prepare) {
  if (column === 'self') return callerId;
  const isElsewhere = column === 'elsewhere';
  const role = isElsewhere ? 'member' : (column as Role);
  const { id } = await service.addPerson({ role, tenantId: isElsewhere ? elsewhere : tenantId });
  await prepare(service, id);
  return id;
}

const set =
  (change: Record<string, string>): Prepare =>
  ({ database }, id) =>
    database.transaction((tx) => tx.updateTable('users').set(change).where('id', '=', id).execute());

const deleted: Prepare = ({ clock, ...service }, id) => {
  const at = new Date(clock.now()).toISOString();
  return set({ status: 'deleted', deleted_at: at, deleted_status: 'active' })({ clock, ...service }, id);
};

/** Somebody who was merged into that person. */
const merged: Line['stage'] = async (stage, column) => {
  const into = await personFor(stage, column, asTheyAre);
  const { database, clock, ...service } = stage.service;
  const { id } = await service.addPerson({ tenantId: stage.tenantId });
  const merge = { user_id: id, into_id: into, way_in: 'into', merged_at: nowOf(clock), merged_by: null } as const;
  await database.transaction(async (tx) => {
    await tx.updateTable('memberships').set({ state: 'ended' }).where('user_id', '=', id).execute();
    const gone = { status: 'deleted', deleted_status: 'active', merged_into: into } as const;
    await tx.updateTable('users').set(gone).where('id', '=', id).execute();
    const nothing = toJson([]);
    await tx
      .insertInto('merges')
      .values({ ...merge, moved: nothing, memberships: nothing, followers: nothing })
      .execute();
  });
  return { url: `/api/admin/users/${id}/unmerge` };
};

/** A call about what that person is in their tenant. */
const member =
  (body?: unknown): Line['stage'] =>
  async (stage, column) => {
    const id = await personFor(stage, column, asTheyAre);
    const memberships = stage.service.database.read.selectFrom('memberships').select('id').where('user_id', '=', id);
    const { id: mid } = await memberships.executeTakeFirstOrThrow();
    return { url: `/api/admin/users/${id}/memberships/${mid}`, ...(body === undefined ? {} : { body }) };
  };

/** `elsewhere` and `own` name a tenant, `unnamed` leaves it to the service. */
const tenantNamed =
  (url: string): Line['stage'] =>
  ({ tenantId, elsewhere }, column) => {
    const named = { unnamed: undefined, own: tenantId, elsewhere }[column];
    return { url: named === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}tenant_id=${named}` };
  };

const invitation =
  (tail: string): Line['stage'] =>
  async (stage, column) => {
    const { service } = stage;
    const userId = await personFor(stage, column, asTheyAre);
    const wanted = { userId, kind: 'invite', now: service.clock.now(), createdBy: null, ip: null } as const;
    const { id } = await service.database.transaction((tx) => issueActionToken(tx, service.keys, wanted));
    return { url: `/api/admin/invitations/${id}${tail}` };
  };

let made = 0;

const mail =
  (tail: string): Line['stage'] =>
  async ({ service, tenantId, elsewhere }, column) => {
    const person = await service.addPerson({ tenantId: column === 'own' ? tenantId : elsewhere });
    return { url: `/api/admin/mails/${await addMail(service, person)}${tail}` };
  };

const recorded: Line['stage'] = async ({ service, tenantId, elsewhere }, column) => {
  const { id } = await service.addPerson({ tenantId: column === 'own' ? tenantId : elsewhere });
  const records = service.database.read.selectFrom('audit_records').select('id').where('user_id', '=', id);
  return { url: `/api/admin/audit/${(await records.executeTakeFirstOrThrow()).id}` };
};

const pdf = (mark: string, fields: Record<string, string>) =>
  formBody([
    ...Object.entries(fields).map(([name, bytes]) => ({ name, bytes })),
    { bytes: smallPdf({ mark }), filename: 'x.pdf', type: 'application/pdf' },
  ]);

const uploaded: Line['stage'] = ({ tenantId, elsewhere }, column) => ({
  url: '/api/admin/documents',
  form: pdf(`${++made}`, { title: 'Statut', tenant_id: String(column === 'own' ? tenantId : elsewhere) }),
});

const published: Line['stage'] = async ({ service, tenantId, elsewhere }, column) => {
  const tenant_id = column === 'own' ? tenantId : elsewhere;
  const policies = service.database.read.selectFrom('privacy_policies').select('id').where('tenant_id', '=', tenant_id);
  const replaces = (await policies.execute()).length;
  return { url: '/api/admin/privacy-policies', body: { tenant_id, text: 'Pravila', replaces } };
};

const ruled: Line['stage'] = ({ tenantId, elsewhere }, column) => ({
  url: '/api/admin/factor-policy',
  body: { tenant_id: column === 'own' ? tenantId : elsewhere, rules: [] },
});

const reminded: Line['stage'] = ({ tenantId, elsewhere }, column) => ({
  url: '/api/admin/factor-policy/missing/remind',
  body: column === 'unnamed' ? {} : { tenant_id: column === 'own' ? tenantId : elsewhere },
});

const application =
  (tail: string, body?: unknown): Line['stage'] =>
  async ({ service, tenantId, elsewhere }, column) => {
    const id = await addApplication(service, column === 'own' ? tenantId : elsewhere);
    return { url: `${applications}/${id}${tail}`, ...(body === undefined ? {} : { body }) };
  };

const registered: Line['stage'] = ({ tenantId, elsewhere }, column) => ({
  url: applications,
  body: {
    name: `Trgovina ${++made}`,
    kind: 'web',
    redirect_uris: ['https://klub.hr/povratak'],
    tenant_id: column === 'own' ? tenantId : elsewhere,
  },
});

const subscriptions = '/api/admin/subscriptions';

const subscribed: Line['stage'] = async ({ service, tenantId, elsewhere }, column) => ({
  url: subscriptions,
  body: {
    application_id: await addApplication(service, column === 'own' ? tenantId : elsewhere),
    form: 'push',
    url: 'http://127.0.0.1:9/dogadaji',
  },
});

const subscription =
  (tail: string, body?: unknown): Line['stage'] =>
  async (stage, column) => {
    const { service } = stage;
    const { body: wanted } = await subscribed(stage, column);
    const token = await service.tokenOf(BOSS);
    const { id } = (await service.call(`POST ${subscriptions}`, { token, body: wanted })).body;
    return { url: `${subscriptions}/${id}${tail}`, ...(body === undefined ? {} : { body }) };
  };

const recipients = '/api/admin/recipients';

/** A recipient that the columns' tenant has entered. */
async function addRecipient({ database, clock }: TestService, tenant_id: number): Promise<string> {
  const id = opaqueId();
  const entered = {
    id,
    kind: 'outside',
    tenant_id,
    name: 'Savez',
    created_by: null,
    created_at: nowOf(clock),
  } as const;
  await database.transaction((tx) => keepRecipient(tx, entered));
  return id;
}

const given: Line['stage'] = async ({ service, tenantId, elsewhere }, column) => {
  const tenant = column === 'own' ? tenantId : elsewhere;
  const { id } = await service.addPerson({ email: `dano${++made}@example.hr`, tenantId: tenant });
  return { url: `${recipients}/${await addRecipient(service, tenant)}/people`, body: { user_ids: [id] } };
};

const toldByHand: Line['stage'] = async ({ service, tenantId, elsewhere }, column) => {
  const tenant_id = column === 'own' ? tenantId : elsewhere;
  const { id: user_id } = await service.addPerson({ email: `nalog${++made}@example.hr`, tenantId: tenant_id });
  const recipient_id = await addRecipient(service, tenant_id);
  const order = { id: opaqueId(), recipient_id, user_id, tenant_id, kind: 'erase', fields: [] } as const;
  await service.database.transaction((tx) => addOrders(tx, [{ ...order, ordered_at: nowOf(service.clock) }]));
  return { url: `/api/admin/orders/${order.id}/by-hand`, body: { told_on: '2026-01-01', told_by: 'letter' } };
};

const document =
  (body?: unknown): Line['stage'] =>
  async ({ service, tenantId, elsewhere }, column) => {
    const id = await addDocument(service, column === 'own' ? tenantId : elsewhere);
    return { url: `/api/admin/documents/${id}`, ...(body === undefined ? {} : { body }) };
  };

const logo = async () => formBody([{ bytes: await picture(), filename: 'logo.png', type: 'image/png' }]);

const csv = () => formBody([{ bytes: `email\nuvoz${++made}@example.hr\n`, filename: 'a.csv', type: 'text/csv' }]);

const imported =
  (tail: string): Line['stage'] =>
  async ({ service, tenantId, elsewhere }, column) => {
    const id = await addImport(service, column === 'own' ? tenantId : elsewhere);
    return { url: `/api/admin/imports/${id}${tail}` };
  };

const savedMapping: Line['stage'] = async ({ service, tenantId, elsewhere }, column) => {
  const id = opaqueId();
  const how = { file_name: '', columns: toJson([]), roles: toJson({}), encoding: null, used_at: nowOf(service.clock) };
  const tenant_id = column === 'own' ? tenantId : elsewhere;
  await service.database.transaction((tx) =>
    tx
      .insertInto('saved_mappings')
      .values({ id, tenant_id, shape: id, ...how })
      .execute(),
  );
  return { url: `/api/admin/imports/mappings/${id}` };
};

/** A view of the caller's own, shared in their tenant if so wanted, or one of somebody elsewhere. */
const savedView =
  (tail = '', { shared = false, body }: { shared?: boolean; body?: unknown } = {}): Line['stage'] =>
  async ({ service, callerId, tenantId, elsewhere }, column) => {
    const isOwn = column === 'own';
    const owner = isOwn
      ? callerId
      : (await service.addPerson({ email: `pogled${++made}@example.hr`, tenantId: elsewhere })).id;
    const id = opaqueId();
    const shared_in = shared ? (isOwn ? tenantId : elsewhere) : null;
    const view = { id, user_id: owner, name: id, filter: toJson({}), shared_in, created_at: nowOf(service.clock) };
    await service.database.transaction((tx) => tx.insertInto('saved_views').values(view).execute());
    return { url: `${users}/views/${id}${tail}`, ...(body === undefined ? {} : { body }) };
  };

const newView: Line['stage'] = ({ tenantId, elsewhere }, column) => {
  const filter = { unnamed: {}, own: { tenant_id: tenantId }, elsewhere: { tenant_id: elsewhere } }[column];
  return { url: `${users}/views`, body: { name: `Pogled ${++made}`, filter } };
};

const bulkJob =
  (tail: string): Line['stage'] =>
  async ({ service, callerId, tenantId, elsewhere }, column) => {
    await service.bulkActs.runDue(); // only one runs at a time
    const id = await addBulkJob(service, column === 'own' ? tenantId : elsewhere, callerId);
    return { url: `/api/admin/bulk-acts/${id}${tail}` };
  };

/** An act on everybody of a tenant that fits nobody's state. */
const bulkByFilter: Line['stage'] = async (stage, column) => {
  await stage.service.bulkActs.runDue();
  const tenant_id = { own: stage.tenantId, elsewhere: stage.elsewhere }[column];
  const filter = { status: 'active', ...(tenant_id === undefined ? {} : { tenant_id }) };
  return { url: `${users}/bulk`, body: { action: 'unsuspend', filter, expected_total: 1, tolerance: 100_000 } };
};

const checked =
  (tail: string, body?: unknown): Line['stage'] =>
  async ({ service, tenantId, elsewhere }, column) => {
    const id = await addCheck(service, column === 'own' ? tenantId : elsewhere);
    return { url: `/api/admin/imports/${id}${tail}`, ...(body === undefined ? {} : { body }) };
  };

const erasure =
  (tail: string, body?: unknown): Line['stage'] =>
  async (stage, column) => {
    const id = await addErasure(stage.service, await personFor(stage, column, asTheyAre));
    return { url: `/api/admin/gdpr/erasure-requests/${id}${tail}`, ...(body === undefined ? {} : { body }) };
  };

const tenant: Line['stage'] = async ({ service }) => {
  const { id } = await service.addTenant(`Klub ${++made}`);
  await service.audit.forget();
  return { url: `/api/admin/tenants/${id}`, body: { name: `Društvo ${made}` } };
};

const branded =
  (tail: string, body?: unknown): Line['stage'] =>
  ({ tenantId, elsewhere }, column) => ({
    url: `/api/admin/tenants/${column === 'own' ? tenantId : elsewhere}${tail}`,
    ...(body === undefined ? {} : { body }),
  });

const newcomer = (more: Record<string, unknown>) => ({
  email: `nova${++made}@example.hr`,
  ime: 'Nova',
  prezime: 'Osoba',
  role: 'member',
  ...more,
});

const bulk =
  (more: Record<string, unknown>, prepare: Prepare = asTheyAre): Line['stage'] =>
  async (stage, column) => ({
    url: '/api/admin/users/bulk',
    body: { ids: [await personFor(stage, column, prepare)], ...more },
  });

const users = '/api/admin/users';
const providers = '/api/admin/identity-providers';

const newProvider = () => ({
  key: `klub-${++made}`,
  name: 'Klub',
  issuer: `https://klub-${made}.invalid`,
  client_id: 'iskaznica',
  client_secret: 'tajna',
});

/** A new provider for each call. */
const provider =
  (tail: string, body?: unknown): Line['stage'] =>
  async ({ service }) => {
    const { client_id, client_secret, ...told } = newProvider();
    const at = nowOf(service.clock);
    const row = { ...told, client_id, client_secret, scopes: '[]', linking: 'never', domains: '[]' };
    await service.database.transaction((tx) =>
      tx
        .insertInto('identity_providers')
        .values({ ...row, created_at: at, updated_at: at } as never) // JSON columns as text
        .execute(),
    );
    return { url: `${providers}/${told.key}${tail}`, ...(body === undefined ? {} : { body }) };
  };
const transfers = '/api/admin/transfers';

/** Between the columns' tenant and a third one. */
const transfer =
  (tail: 'release' | 'refuse' | 'withdraw'): Line['stage'] =>
  async ({ service, tenantId, elsewhere, third }, column) => {
    const tenant = column === 'own' ? tenantId : elsewhere;
    const { id: userId } = await service.addPerson({ tenantId: tenant });
    const sides = tail === 'withdraw' ? { from: third, to: tenant } : { from: tenant, to: third };
    return { url: `${transfers}/${await addTransfer(service, { ...sides, userId })}/${tail}` };
  };

const applications = '/api/admin/applications';
const erasures = '/api/admin/gdpr/erasure-requests';
const line = (route: string, columns: readonly string[], of: Verdicts, stage: Line['stage']): Line => ({
  route,
  columns,
  verdicts: of,
  stage,
});

const lines: readonly Line[] = [
  line(`GET ${users}`, TENANTS, LISTED_BY_MANAGERS, tenantNamed(users)),
  line(`GET ${users}/:id`, PEOPLE, READ_BY_MANAGERS, about('')),
  line(`GET ${users}/:id/sessions`, PEOPLE, READ_BY_ADMINS, about('/sessions')),
  line(`GET ${users}/:id/passkeys`, PEOPLE, READ_BY_ADMINS, about('/passkeys')),
  line(`GET ${users}/:id/memberships`, PEOPLE, READ_BY_ADMINS, about('/memberships')),
  line(`POST ${users}/:id/memberships`, PEOPLE, JOINED, async (stage, column) => ({
    ...((await about('/memberships')(stage, column)) as Call),
    body: { tenant_id: stage.third, role: 'member' },
  })),
  line(`PATCH ${users}/:id/memberships/:mid`, PEOPLE, MANAGED, member({ until: '2030-12-31' })),
  line(`DELETE ${users}/:id/memberships/:mid`, PEOPLE, MANAGED, member()),
  {
    ...line(`POST ${users}`, GRANTS, GRANTED, (_stage, role) => ({ url: users, body: newcomer({ role }) })),
    service: 'access.service access.service access.service ok ok',
  },
  line(`POST ${users}`, THINGS, thing('tenants.not_found'), ({ tenantId, elsewhere }, column) => ({
    url: users,
    body: newcomer({ tenant_id: column === 'own' ? tenantId : elsewhere }),
  })),
  line(`PUT ${users}/:id`, PEOPLE, MANAGED, about('', { ime: 'Promijenjena' })),
  line(`PATCH ${users}/:id`, PEOPLE, MANAGED, about('', { ime: 'Promijenjena' })),
  line(`PATCH ${users}/:id`, PEOPLE, MOVED, async (stage, column) => ({
    ...((await about('')(stage, column)) as Call),
    body: { tenant_id: stage.third },
  })),
  line(`DELETE ${users}/:id`, PEOPLE, MANAGED, about('')),
  {
    ...line(`POST ${users}/:id/restore`, PEOPLE, MANAGED, about('/restore', undefined, deleted)),
    service: POWER_BY_SERVICE,
  },
  line(`PUT ${users}/:id/role`, PEOPLE, MANAGED, about('/role', { role: 'guest' })),
  line(`PUT ${users}/:id/role`, GRANTS, GRANTED, async (stage, role) => ({
    ...((await about('/role')(stage, role === 'member' ? 'manager' : 'member')) as Call),
    body: { role },
  })),
  line(`POST ${users}/:id/suspend`, PEOPLE, MANAGED, about('/suspend')),
  {
    ...line(
      `POST ${users}/:id/unsuspend`,
      PEOPLE,
      MANAGED,
      about('/unsuspend', undefined, set({ status: 'suspended' })),
    ),
    service: POWER_BY_SERVICE,
  },
  { ...line(`POST ${users}/:id/unlock`, PEOPLE, MANAGED, about('/unlock')), service: POWER_BY_SERVICE },
  { ...line(`POST ${users}/:id/invite`, PEOPLE, MANAGED, about('/invite')), service: LINKS_BY_SERVICE },
  line(`POST ${users}/:id/reset-password`, PEOPLE, MANAGED, about('/reset-password')),
  line(`DELETE ${users}/:id/sessions`, PEOPLE, MANAGED, about('/sessions')),
  line(
    `DELETE ${users}/:id/2fa`,
    PEOPLE,
    MANAGED,
    about('/2fa', undefined, set({ two_factor_enabled_at: '2026-01-01T00:00:00.000Z' })),
  ),
  line(`DELETE ${users}/:id/passkeys`, PEOPLE, MANAGED, about('/passkeys')),
  line(`POST ${users}/:id/merge`, PEOPLE, MANAGED, async (stage, column) => {
    const { id: into } = await stage.service.addPerson({ tenantId: stage.tenantId });
    return about('/merge', { into })(stage, column);
  }),
  line(`POST ${users}/:id/merge`, PEOPLE, MANAGED, async (stage, column) => {
    const { id } = await stage.service.addPerson({ tenantId: stage.tenantId });
    return { url: `${users}/${id}/merge`, body: { into: await personFor(stage, column, asTheyAre) } };
  }),
  line(`POST ${users}/:id/unmerge`, PEOPLE, MANAGED, merged),
  line('GET /api/admin/merges', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/merges')),
  { ...line(`POST ${users}/bulk`, PEOPLE, MANAGED, bulk({ action: 'suspend' })), perPerson: true },
  {
    ...line(`POST ${users}/bulk`, PEOPLE, MANAGED, bulk({ action: 'unsuspend' }, set({ status: 'suspended' }))),
    perPerson: true,
  },
  { ...line(`POST ${users}/bulk`, PEOPLE, MANAGED, bulk({ action: 'invite' })), perPerson: true },
  { ...line(`POST ${users}/bulk`, PEOPLE, MANAGED, bulk({ action: 'role', role: 'guest' })), perPerson: true },
  {
    ...line(`POST ${users}/bulk`, GRANTS, GRANTED, (stage, role) =>
      bulk({ action: 'role', role })(stage, role === 'member' ? 'manager' : 'member'),
    ),
    perPerson: true,
  },
  { ...line(`POST ${users}/bulk`, TENANTS, LISTED_BY_ADMINS, bulkByFilter), accepted: true },
  line(`GET ${users}/selection`, TENANTS, LISTED_BY_ADMINS, tenantNamed(`${users}/selection`)),
  line(`GET ${users}/views`, TENANTS, LISTED_BY_MANAGERS, tenantNamed(`${users}/views`)),
  line(`POST ${users}/views`, TENANTS, LISTED_BY_MANAGERS, newView),
  line(`PATCH ${users}/views/:id`, THINGS, OWN_VIEWS, savedView('', { body: { filter: {} } })),
  line(`DELETE ${users}/views/:id`, THINGS, OWN_VIEWS, savedView()),
  line(`POST ${users}/views/:id/share`, THINGS, SHARED_VIEWS, savedView('/share')),
  line(`DELETE ${users}/views/:id/share`, THINGS, SHARED_VIEWS, savedView('/share', { shared: true })),
  line('GET /api/admin/bulk-acts', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/bulk-acts')),
  ...['', '/rows', '/undo'].map((tail) =>
    line(`GET /api/admin/bulk-acts/:id${tail}`, THINGS, thing('bulk.not_found'), bulkJob(tail)),
  ),
  line('GET /api/admin/bulk-acts/:id/report', THINGS, thing('bulk.not_found'), bulkJob('/report?format=csv')),
  line('POST /api/admin/bulk-acts/:id/undo', THINGS, thing('bulk.not_found'), bulkJob('/undo')),
  line(`GET ${users}/export`, TENANTS, LISTED_BY_MANAGERS, tenantNamed(`${users}/export?format=csv`)),
  line(
    'GET /api/admin/invitations/export',
    TENANTS,
    LISTED_BY_ADMINS,
    tenantNamed('/api/admin/invitations/export?format=csv'),
  ),
  line('GET /api/admin/invitations', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/invitations')),
  {
    ...line('POST /api/admin/invitations/:id/resend', PEOPLE, MANAGED, invitation('/resend')),
    service: LINKS_BY_SERVICE,
  },
  line('DELETE /api/admin/invitations/:id', PEOPLE, MANAGED, invitation('')),
  line('GET /api/admin/tenants/export', ONE, FOR_SUPERADMINS, () => ({
    url: '/api/admin/tenants/export?format=csv',
  })),
  line('GET /api/admin/tenants', ONE, FOR_SUPERADMINS, () => ({ url: '/api/admin/tenants' })),
  line('POST /api/admin/tenants', ONE, FOR_SUPERADMINS, () => ({
    url: '/api/admin/tenants',
    body: { name: `Novi klub ${++made}` },
  })),
  line('PUT /api/admin/tenants/:id', ONE, FOR_SUPERADMINS, tenant),
  line('PATCH /api/admin/tenants/:id', ONE, FOR_SUPERADMINS, async (stage, column) => ({
    url: (await tenant(stage, column)).url,
    body: { parent_id: stage.tenantId },
  })),
  line('GET /api/admin/tenants/:id', THINGS, thing('tenants.not_found'), branded('')),
  line('GET /api/admin/tenants/:id/first-steps', THINGS, thing('tenants.not_found'), branded('/first-steps')),
  line(
    'PUT /api/admin/tenants/:id/first-steps',
    THINGS,
    thing('tenants.not_found'),
    branded('/first-steps', { put_aside: true }),
  ),
  line('PUT /api/admin/tenants/:id/color', THINGS, thing('tenants.not_found'), branded('/color', { color: null })),
  line('PUT /api/admin/tenants/:id/logo', THINGS, thing('tenants.not_found'), async (stage, column) => ({
    ...(await branded('/logo')(stage, column)),
    form: await logo(),
  })),
  line('DELETE /api/admin/tenants/:id/logo', THINGS, thing('tenants.not_found'), branded('/logo')),
  line('GET /api/admin/privacy-policies', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/privacy-policies')),
  line('POST /api/admin/privacy-policies', THINGS, thing('tenants.not_found'), published),
  line(`GET ${providers}`, ONE, FOR_SUPERADMINS, () => ({ url: providers })),
  line(`POST ${providers}`, ONE, FOR_SUPERADMINS, () => ({ url: providers, body: newProvider() })),
  line(`PUT ${providers}/:key`, ONE, FOR_SUPERADMINS, provider('', { name: 'Drugi' })),
  line(`DELETE ${providers}/:key`, ONE, FOR_SUPERADMINS, provider('')),
  line(`POST ${providers}/:key/test`, ONE, FOR_SUPERADMINS, provider('/test')),
  line('GET /api/admin/factor-policy', ONE, FOR_ADMINS, () => ({ url: '/api/admin/factor-policy' })),
  line('PUT /api/admin/factor-policy', THINGS, thing('tenants.not_found'), ruled),
  line(
    'GET /api/admin/factor-policy/missing',
    TENANTS,
    LISTED_BY_ADMINS,
    tenantNamed('/api/admin/factor-policy/missing'),
  ),
  line(
    'GET /api/admin/factor-policy/missing/export',
    TENANTS,
    LISTED_BY_ADMINS,
    tenantNamed('/api/admin/factor-policy/missing/export?format=csv'),
  ),
  line('POST /api/admin/factor-policy/missing/remind', TENANTS, LISTED_BY_ADMINS, reminded),
  line(`GET ${applications}`, TENANTS, LISTED_BY_ADMINS, tenantNamed(applications)),
  line(`POST ${applications}`, THINGS, thing('tenants.not_found'), registered),
  line(`GET ${applications}/:id`, THINGS, thing('applications.not_found'), application('')),
  line(`GET ${applications}/:id/logouts`, THINGS, thing('applications.not_found'), application('/logouts')),
  line(`PUT ${applications}/:id`, THINGS, thing('applications.not_found'), application('', { name: 'Druga' })),
  line(`DELETE ${applications}/:id`, THINGS, thing('applications.not_found'), application('')),
  line(`PUT ${applications}/:id/logo`, THINGS, thing('applications.not_found'), async (stage, column) => ({
    ...(await application('/logo')(stage, column)),
    form: await logo(),
  })),
  line(`DELETE ${applications}/:id/logo`, THINGS, thing('applications.not_found'), application('/logo')),
  line(`POST ${applications}/:id/secret`, THINGS, thing('applications.not_found'), application('/secret')),
  line(`GET ${subscriptions}`, TENANTS, LISTED_BY_ADMINS, tenantNamed(subscriptions)),
  line(`POST ${subscriptions}`, THINGS, thing('applications.not_found'), subscribed),
  ...(['GET ', 'GET /attempts', 'DELETE ', 'POST /pause', 'POST /resume', 'POST /secret', 'POST /test'] as const).map(
    (call) => {
      const [method, tail = ''] = call.split(' ');
      return line(
        `${method} ${subscriptions}/:id${tail}`,
        THINGS,
        thing('subscriptions.not_found'),
        subscription(tail),
      );
    },
  ),
  line(`PUT ${subscriptions}/:id`, THINGS, thing('subscriptions.not_found'), subscription('', { types: null })),
  line(
    `POST ${subscriptions}/:id/replay`,
    THINGS,
    thing('subscriptions.not_found'),
    subscription('/replay', { after: 0 }),
  ),
  line(`GET ${transfers}`, TENANTS, LISTED_BY_ADMINS, tenantNamed(transfers)),
  line(`POST ${transfers}`, THINGS, thing('tenants.not_found'), ({ tenantId, elsewhere }, column) => ({
    url: transfers,
    body: {
      club: 'Klub',
      email: `trazen${++made}@example.hr`,
      tenant_id: column === 'own' ? tenantId : elsewhere,
    },
  })),
  ...(['release', 'refuse', 'withdraw'] as const).map((act) =>
    line(`POST ${transfers}/:id/${act}`, THINGS, thing('transfers.not_found'), transfer(act)),
  ),
  line('GET /api/admin/mails', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/mails')),
  line('GET /api/admin/mails/export', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/mails/export?format=csv')),
  line(`GET ${erasures}/export`, TENANTS, LISTED_BY_ADMINS, tenantNamed(`${erasures}/export?format=csv`)),
  line('GET /api/admin/mails/health', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/mails/health')),
  line('GET /api/admin/mails/:id', THINGS, thing('mails.not_found'), mail('')),
  line('POST /api/admin/mails/:id/resend', THINGS, thing('mails.not_found'), mail('/resend')),
  line('GET /api/admin/audit', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/audit')),
  line('GET /api/admin/audit/actions', ONE, FOR_ADMINS, () => ({ url: '/api/admin/audit/actions' })),
  line('GET /api/admin/audit/export', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/audit/export?format=csv')),
  line('GET /api/admin/audit/export', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/audit/export?format=jsonl')),
  line('GET /api/admin/audit/:id', THINGS, thing('audit.not_found'), recorded),
  line('GET /api/admin/audit/verify', ONE, FOR_SUPERADMINS, () => ({ url: '/api/admin/audit/verify' })),
  line('GET /api/admin/stats', TENANTS, LISTED_BY_MANAGERS, tenantNamed('/api/admin/stats')),
  line('GET /api/admin/duplicates', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/duplicates')),
  line('GET /api/admin/work', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/work')),
  line('POST /api/admin/documents', THINGS, thing('tenants.not_found'), uploaded),
  line('PUT /api/admin/documents/:id', THINGS, thing('documents.not_found'), document({ title: 'Drugi' })),
  line('DELETE /api/admin/documents/:id', THINGS, thing('documents.not_found'), document()),
  line('GET /api/admin/imports', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/imports')),
  line('GET /api/admin/imports/export', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/imports/export?format=csv')),
  line('GET /api/admin/imports/mappings', TENANTS, LISTED_BY_ADMINS, tenantNamed('/api/admin/imports/mappings')),
  line('DELETE /api/admin/imports/mappings/:id', THINGS, thing('imports.no_mapping'), savedMapping),
  line('POST /api/admin/imports', TENANTS, LISTED_BY_ADMINS, async (stage, column) => ({
    ...((await tenantNamed('/api/admin/imports')(stage, column)) as Call),
    form: csv(),
  })),
  ...['', '/rows', '/events', '/report.csv', '/undo'].map((tail) =>
    line(`GET /api/admin/imports/:id${tail}`, THINGS, thing('imports.not_found'), imported(tail)),
  ),
  ...['/cells', '/faulty.csv'].map((tail) =>
    line(`GET /api/admin/imports/:id${tail}`, THINGS, thing('imports.not_found'), checked(tail)),
  ),
  ...['/check', '/run'].map((tail) =>
    line(`POST /api/admin/imports/:id${tail}`, THINGS, thing('imports.not_found'), checked(tail, {})),
  ),
  line(
    'PATCH /api/admin/imports/:id/rows/:line',
    THINGS,
    thing('imports.not_found'),
    checked('/rows/2', { cells: [{ index: 0, text: 'ispravljena@example.hr' }] }),
  ),
  line('POST /api/admin/imports/:id/undo', THINGS, thing('imports.not_found'), imported('/undo')),
  line('GET /api/admin/gdpr/consents', PEOPLE, READ_BY_ADMINS, async (stage, column) => ({
    url: `/api/admin/gdpr/consents?user_id=${await personFor(stage, column, asTheyAre)}`,
  })),
  line(`GET ${erasures}`, ONE, FOR_ADMINS, () => ({ url: erasures })),
  line(`GET ${erasures}/:id`, PEOPLE, CASES, erasure('')),
  line(`POST ${erasures}/:id/approve`, PEOPLE, APPROVED, erasure('/approve')),
  line(`GET ${erasures}/:id/certificate`, PEOPLE, UNCERTIFIED, erasure('/certificate')),
  line(`POST ${erasures}/:id/reject`, PEOPLE, CASES, erasure('/reject', { reason: 'Nije moguće' })),
  line(`POST ${erasures}/:id/extend`, PEOPLE, CASES, erasure('/extend', { reason: 'Opsežno' })),
  line(`PUT ${erasures}/:id/legal-hold`, PEOPLE, CASES, erasure('/legal-hold', { held: true, reason: 'Spor' })),
  line(`GET ${recipients}`, TENANTS, LISTED_BY_ADMINS, tenantNamed(recipients)),
  line(`POST ${recipients}`, TENANTS, LISTED_BY_ADMINS, ({ tenantId, elsewhere }, column) => {
    const named = { unnamed: {}, own: { tenant_id: tenantId }, elsewhere: { tenant_id: elsewhere } }[column];
    return { url: recipients, body: { name: 'Savez', ...named } };
  }),
  line(`POST ${recipients}/:id/people`, THINGS, thing('recipients.not_found'), given),
  line('POST /api/admin/orders/:id/by-hand', THINGS, thing('orders.not_found'), toldByHand),
  line('GET /api/admin/users/:id/recipients', PEOPLE, MANAGED, async (stage, column) => ({
    url: `/api/admin/users/${await personFor(stage, column, asTheyAre)}/recipients`,
  })),
  line('GET /api/admin/gdpr/users/:id/export', PEOPLE, MANAGED, async (stage, column) => ({
    url: `/api/admin/gdpr/users/${await personFor(stage, column, asTheyAre)}/export`,
  })),
];

/** One-line dump of each table an administrator can change. */
const TABLES = [
  'users',
  'user_words',
  'tenants',
  'tenant_logos',
  'action_tokens',
  'sign_ins',
  'session_records',
  'mails',
  'imports',
  'bulk_jobs',
  'saved_views',
  'documents',
  'identity_providers',
  'erasure_requests',
  'two_factor',
  'email_changes',
  'consents',
  'privacy_policies',
  'applications',
  'event_subscriptions',
  'event_attempts',
  'event_streams',
  'recipients',
  'person_recipients',
  'transfers',
  'recipient_orders',
  'application_logos',
  'service_tokens',
  'audit_records',
  'guards',
  'merges',
] as const;

async function stateOf({ database }: TestService): Promise<string[]> {
  const tables: string[] = [];
  for (const table of TABLES) {
    const rows = await database.read.selectFrom(table).selectAll().execute();
    tables.push(
      `${table} ${rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n')}`,
    );
  }
  return tables;
}

async function makeCall(service: TestService, method: string, { url, body, form }: Call, token?: string) {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (form === undefined) {
    return service.call(`${method} ${url}`, { headers: authorization, ...(body === undefined ? {} : { body }) });
  }
  const { statusCode, body: text } = await service.server.inject({
    method: method as 'POST',
    url,
    headers: { ...form.headers, ...authorization },
    payload: form.payload,
  });
  return { status: statusCode, body: JSON.parse(text), text };
}

const HOME = 1;
const word = (line: Line, caller: string, column: string): string => `${line.route}: ${caller}, ${column}`;

interface Seats {
  readonly registered: RegisteredService;
  readonly service: TestService;
  readonly elsewhere: number;
  readonly third: number;
}

/** One caller of each kind, fresh for each line, so that no limit is hit and lines stay independent. */
async function callersOf({ service, registered, elsewhere, third }: Seats) {
  const callers = new Map<CallerName, { token?: string; stage: Stage }>();
  const common = { service, tenantId: HOME, elsewhere, third };
  for (const role of ROLES) {
    const person = await service.addPerson({ role });
    callers.set(role, { token: await service.tokenOf(person.email), stage: { ...common, callerId: person.id } });
  }
  const bystander = await service.addPerson();
  callers.set('nobody', { stage: { ...common, callerId: bystander.id } });
  const admin = await service.addPerson({ role: 'admin' }); // a service is not a person, and has an administrator's rights
  callers.set('service', { token: await serviceToken(service, registered), stage: { ...common, callerId: admin.id } });
  return callers;
}

interface Case {
  readonly caller: CallerName;
  readonly column: string;
  readonly outcome: Outcome;
}

const casesOf = (line: Line, route: Route): Case[] =>
  CALLERS.flatMap((caller) =>
    line.columns.map((column, index) => ({
      caller,
      column,
      outcome: caller === 'service' ? outcomeForService(line, route, index) : (line.verdicts[caller][index] as Outcome),
    })),
  );

/** Refused if no scope opens the route, else the outcome for an administrator who is not the subject. */
function outcomeForService({ service, verdicts: { admin } }: Line, { access }: Route, index: number): Outcome {
  if (access.kind === 'open' || access.scope === undefined) return 'access.service';
  const outcome = (service?.split(' ')[index] as Outcome | undefined) ?? (admin[index] as Outcome);
  return outcome === 'users.self' ? 'users.tier' : outcome;
}

async function checkLine(line: Line, seats: Seats): Promise<void> {
  const { service } = seats;
  const callers = await callersOf(seats);
  const route = service.routes.find(({ method, path }) => `${method} ${path}` === line.route);
  assert.ok(route, `${line.route} is in the table and not in the service`);
  const callOf = async ({ caller, column }: Case) => {
    const { stage, token } = callers.get(caller) as { stage: Stage; token?: string };
    return { call: await line.stage(stage, column), token };
  };
  const { refused = [], allowed = [] } = Object.groupBy(casesOf(line, route), ({ outcome }) =>
    outcome === 'ok' ? 'allowed' : 'refused',
  );
  const prepared = [];
  for (const one of refused) prepared.push({ one, ...(await callOf(one)) });
  await service.audit.forget();
  await service.mails.take();
  const before = await stateOf(service);
  for (const { one, call, token } of prepared) await refusedCall(line, service, one, call, token);
  assert.deepEqual(await service.audit.actions(), [], `${line.route}: refusals are on record`);
  assert.deepEqual(await service.mails.take(), [], `${line.route}: refusals send mail`);
  assert.deepEqual(await stateOf(service), before, `${line.route}: refusals change something`);
  for (const one of allowed) {
    const { call, token } = await callOf(one);
    await service.audit.forget();
    const answer = await makeCall(service, route.method, call, token);
    const told = word(line, one.caller, one.column);
    const expected: RouteAnswer | undefined = route.responses[line.accepted ? 'accepted' : 'success'];
    assert.equal(answer.status, expected?.status, `${told}: ${answer.text.slice(0, 300)}`);
    if (line.perPerson) assert.deepEqual([told, answer.body.done, answer.body.refused], [told, 1, 0], answer.text);
    for (const action of await service.audit.actions()) assert.ok((route.audit as string[]).includes(action), told);
  }
}

async function refusedCall(line: Line, service: TestService, one: Case, call: Call, token?: string): Promise<void> {
  const answer = await makeCall(service, line.route.split(' ')[0] as string, call, token);
  const told = word(line, one.caller, one.column);
  const inside = line.perPerson && one.outcome.startsWith('users.');
  const code = inside ? answer.body.results?.[0]?.code : answer.body.code;
  const status = inside ? 200 : STATUS_OF[one.outcome as Exclude<Outcome, 'ok'>];
  assert.deepEqual([told, answer.status, code], [told, status, one.outcome], answer.text.slice(0, 300));
}

test('every route of the administration is in the table', async (t) => {
  const service = await startTestService(t);
  const real = service.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => / \/api\/admin\//.test(name));
  const checked = new Set(lines.map(({ route }) => route));
  assert.deepEqual(
    real.filter((name) => !checked.has(name)),
    [],
    'routes without a line',
  );
  assert.deepEqual(
    [...checked].filter((name) => !real.includes(name)),
    [],
    'lines without a route',
  );
});

test('role × route × tenant × tier: allowed, or refused without a trace', async (t) => {
  const service = await startTestService(t);
  const [elsewhere, third] = [await service.addTenant('Klub'), await service.addTenant('Treći klub')];
  await service.addPerson({ email: BOSS, role: 'superadmin' });
  const registered = await registerService({ service, boss: await service.tokenOf(BOSS) }, SERVICE_SCOPES);
  for (const [index, line] of lines.entries()) {
    await t.test(`${index + 1} ${line.route}`, () =>
      checkLine(line, { service, registered, elsewhere: elsewhere.id, third: third.id }),
    );
    service.clock.advance(minutes(61)); // hourly limits start over
  }
});
