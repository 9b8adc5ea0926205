import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJson } from '../../src/platform/database/json-column.ts';
import { instantAt, nowOf } from '../../src/platform/kernel/clock.ts';
import { days, hours } from '../../src/platform/kernel/durations.ts';
import type { TestService } from './test-service.ts';

/**
 * Rows as the service would have left them, for tests of who may do what with a thing. Each is inserted as it is, with
 * `more` in place of its usual members.
 */
export type More = Readonly<Record<string, unknown>>;

let made = 0;

const now = ({ clock }: TestService) => new Date(clock.now()).toISOString();

async function insert(
  { database }: TestService,
  table: 'mails' | 'documents' | 'imports' | 'bulk_jobs' | 'erasure_requests' | 'transfers',
  row: More,
) {
  const { id } = await database.transaction((tx) =>
    tx
      .insertInto(table)
      .values(row as never) // each table has its own columns; the engine refuses a row that is none
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** A mail that went to somebody and brings no secret. */
export function addMail(service: TestService, to: { id: number; tenant_id: number; email: string }, more: More = {}) {
  const at = now(service);
  const { id, tenant_id, email } = to;
  return insert(service, 'mails', {
    message_id: `<${++made}@matrix>`,
    kind: 'two-factor-disabled',
    user_id: id,
    tenant_id,
    to_address: email,
    language: 'hr',
    params: JSON.stringify({ name: 'Ana', at }),
    secret_ref: null,
    state: 'sent',
    attempts: 1,
    due_at: at,
    leased_until: null,
    created_at: at,
    sent_at: at,
    last_error: null,
    ...more,
  });
}

export function addDocument(service: TestService, tenantId: number, more: More = {}) {
  const at = now(service);
  return insert(service, 'documents', {
    tenant_id: tenantId,
    kind: 'document',
    year: null,
    title: 'Pravilnik',
    search_words: 'pravilnik',
    language: 'hr',
    pages: 1,
    size: 1,
    sha256: `${++made}`.padStart(64, '0'),
    visibility: 'public',
    created_at: at,
    created_by: null,
    deleted_at: null,
    ...more,
  });
}

/** An application that can keep a secret, which it does not have yet. */
export async function addApplication({ database, clock }: TestService, tenantId: number): Promise<string> {
  const id = `aplikacija-${++made}`;
  const at = nowOf(clock);
  const row = {
    id,
    tenant_id: tenantId,
    name: 'Trgovina',
    kind: 'web' as const,
    redirect_uris: toJson(['https://klub.hr/povratak']),
    post_logout_redirect_uris: toJson([]),
    scopes: toJson(['openid' as const]),
    roles: null,
    tenant_ids: null,
    pkce: 'required' as const,
    reach: 'own' as const,
    oib_ground: null,
    trusted_at: null,
    foreign_at: null,
    secret_digest: null,
    secret_made_at: null,
    created_by: null,
    created_at: at,
    updated_at: at,
    last_used_at: null,
    ends_at: null,
  };
  await database.transaction((tx) => tx.insertInto('applications').values(row).execute());
  return id;
}

/** A completed import that created a person. */
export function addImport(service: TestService, tenantId: number, more: More = {}) {
  const at = now(service);
  return insert(service, 'imports', {
    tenant_id: tenantId,
    target_tenant_id: tenantId,
    created_by: null,
    asked_by: null,
    asked_in: null,
    tier: 1,
    ip: null,
    user_agent: null,
    request_id: null,
    mode: 'real',
    invitations: 'none',
    existing: 'skip',
    updated: 0,
    restored: 0,
    status: 'completed',
    failure: null,
    file: `matrix-${++made}`,
    encoding: 'utf-8',
    delimiter: ',',
    ignored_columns: '[]',
    file_name: 'ljudi.csv',
    columns: '[]',
    mapping: '{}',
    roles: '{}',
    problems: '[]',
    unknown_roles: '[]',
    administrators: 0,
    reading: '{"form":"csv","table_line":1,"heading_lines":1,"rivals":[],"notes":0,"sheets":[],"sheet":null}',
    left_out: '[]',
    corrected: 0,
    total: 1,
    created: 1,
    skipped: 0,
    failed: 0,
    undone: 0,
    kept: 0,
    next_place: 3,
    undo_place: 0,
    created_at: at,
    started_at: at,
    finished_at: at,
    undo_requested_at: null,
    undone_at: null,
    ...more,
  });
}

/** A completed bulk act that suspended a person. */
export function addBulkJob(service: TestService, tenantId: number, by: number, more: More = {}) {
  const at = now(service);
  const none = ['ip', 'user_agent', 'request_id', 'role', 'failure', 'live_scope', 'live_caller'];
  const counts = ['refused', 'gone', 'undone', 'kept', 'undo_place'];
  return insert(service, 'bulk_jobs', {
    ...Object.fromEntries([...none, 'undo_requested_at', 'undone_at'].map((name) => [name, null])),
    ...Object.fromEntries(counts.map((name) => [name, 0])),
    tenant_id: tenantId,
    created_by: by,
    asked_by: by,
    asked_in: tenantId,
    tier: 1,
    authenticated: 'recently',
    action: 'suspend',
    reason: '',
    filter: '{"searched":"no"}',
    status: 'completed',
    total: 1,
    done: 1,
    next_place: 1,
    created_at: at,
    started_at: at,
    finished_at: at,
    ...more,
  });
}

/** A completed check, with its file. */
export function addCheck(service: TestService, tenantId: number) {
  const folder = join(service.settings.server.filesDir, 'imports');
  const name = `check-${++made}.csv`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `email\nprovjera${made}@example.hr\n`);
  const kept_until = instantAt(service.clock.now() + hours(1));
  return addImport(service, tenantId, { mode: 'dry-run', file: name, kept_until });
}

/** A pending request for erasure, in place of any other of the person. */
export async function addErasure(service: TestService, userId: number, more: More = {}) {
  const at = now(service);
  const none = ['extended_at', 'extension_reason', 'decided_at', 'decided_by', 'decision_reason', 'cancelled_at'];
  const never = ['legal_hold_at', 'legal_hold_reason', 'last_mail_id', 'last_mail_until', 'summary', 'erased_at'];
  const later = ['failed_at', 'failure', 'completed_at', 'certificate', 'swept_at'];
  await service.database.transaction((tx) => tx.deleteFrom('erasure_requests').where('user_id', '=', userId).execute());
  return insert(service, 'erasure_requests', {
    ...Object.fromEntries([...none, ...never, ...later].map((name) => [name, null])),
    user_id: userId,
    origin: 'request',
    status: 'pending',
    requested_at: at,
    due_at: at,
    step: 'start',
    mail_ids: '[]',
    blanked_ids: '[]',
    updated_at: at,
    ...more,
  });
}

/** One tenant asked for a member of another twenty days ago. */
export function addTransfer(
  service: TestService,
  { from, to, userId }: { readonly from: number; readonly to: number; readonly userId: number },
  more: More = {},
) {
  const before = (passed: number) => instantAt(service.clock.now() - days(passed));
  return insert(service, 'transfers', {
    to_tenant_id: to,
    club: 'Klub',
    sought: `trazi${++made}@example.hr`,
    from_tenant_id: from,
    user_id: userId,
    role: 'member',
    state: 'asked',
    created_at: before(20),
    looked_at: before(20),
    released_at: null,
    expires_at: before(-40),
    ended_at: null,
    ...more,
  });
}
