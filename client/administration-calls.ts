import { followImport } from './follow-import.ts';
import type { Query } from './route-types.ts';
import type { Connection } from './service-calls.ts';
import type * as wire from './wire-types.ts';

/** Managing people, and the records of the service. */
export const administrationCalls = ({ call, ask, send, sendAsking, file, items, stream }: Connection) => ({
  users: {
    list: ask('GET /api/admin/users'),
    exportList: file('GET /api/admin/users/export'),
    get: (id: number): Promise<wire.ManagedUser> => call('GET /api/admin/users/{id}')(id),
    sessions: async (id: number) => (await ask('GET /api/admin/users/{id}/sessions')(id, { limit: 200 })).items,
    endSessions: call('DELETE /api/admin/users/{id}/sessions'),
    create: send('POST /api/admin/users'),
    edit: send('PUT /api/admin/users/{id}'),
    setRole: (id: number, role: wire.Role) => send('PUT /api/admin/users/{id}/role')(id, { role }),
    suspend: (id: number, reason?: string) => send('POST /api/admin/users/{id}/suspend')(id, { reason }),
    unsuspend: call('POST /api/admin/users/{id}/unsuspend'),
    unlock: call('POST /api/admin/users/{id}/unlock'),
    invite: call('POST /api/admin/users/{id}/invite'),
    resetPassword: call('POST /api/admin/users/{id}/reset-password'),
    resetTwoFactor: call('DELETE /api/admin/users/{id}/2fa'),
    passkeys: items('GET /api/admin/users/{id}/passkeys'),
    resetPasskeys: call('DELETE /api/admin/users/{id}/passkeys'),
    memberships: items('GET /api/admin/users/{id}/memberships'),
    addMembership: send('POST /api/admin/users/{id}/memberships'),
    editMembership: send('PATCH /api/admin/users/{id}/memberships/{mid}'),
    endMembership: call('DELETE /api/admin/users/{id}/memberships/{mid}'),
    remove: call('DELETE /api/admin/users/{id}'),
    restore: call('POST /api/admin/users/{id}/restore'),
    /** Pairs of people who may be one. */
    duplicates: ask('GET /api/admin/duplicates'),
    /** With `dry_run` it only says what would happen. */
    merge: send('POST /api/admin/users/{id}/merge'),
    unmerge: call('POST /api/admin/users/{id}/unmerge'),
    /** Merges that can still be undone. */
    merges: ask('GET /api/admin/merges'),
    bulk: async (body: wire.BulkAct) => (await send('POST /api/admin/users/bulk')(body)) as wire.BulkResult, // of ids
    /** How many people a filter selects. */
    selection: ask('GET /api/admin/users/selection'),
    /** The views of the list, each with how many people it shows. */
    views: ask('GET /api/admin/users/views'),
    saveView: send('POST /api/admin/users/views'),
    changeView: send('PATCH /api/admin/users/views/{id}'),
    removeView: call('DELETE /api/admin/users/views/{id}'),
    shareView: call('POST /api/admin/users/views/{id}/share'),
    unshareView: call('DELETE /api/admin/users/views/{id}/share'),
    /** Starts one act on everybody who matches. */
    bulkByFilter: async (body: wire.BulkOrder) => (await send('POST /api/admin/users/bulk')(body)) as wire.BulkJob, // of a filter
    consents: (user_id: number, query: wire.PageQuery = {}) =>
      ask('GET /api/admin/gdpr/consents')({ user_id, ...query }),
    exportOf: file('GET /api/admin/gdpr/users/{id}/export'),
  },

  bulkActs: {
    list: ask('GET /api/admin/bulk-acts'),
    get: call('GET /api/admin/bulk-acts/{id}'),
    rows: ask('GET /api/admin/bulk-acts/{id}/rows'),
    report: file('GET /api/admin/bulk-acts/{id}/report'),
    /** Whom undoing would affect now, and whom it would leave alone. */
    undoPreview: call('GET /api/admin/bulk-acts/{id}/undo'),
    undo: call('POST /api/admin/bulk-acts/{id}/undo'),
  },

  transfers: {
    list: ask('GET /api/admin/transfers'),
    ask: send('POST /api/admin/transfers'),
    release: call('POST /api/admin/transfers/{id}/release'),
    refuse: call('POST /api/admin/transfers/{id}/refuse'),
    withdraw: call('POST /api/admin/transfers/{id}/withdraw'),
  },

  invitations: {
    list: ask('GET /api/admin/invitations'),
    exportList: file('GET /api/admin/invitations/export'),
    resend: call('POST /api/admin/invitations/{id}/resend'),
    cancel: call('DELETE /api/admin/invitations/{id}'),
  },

  tenants: {
    exportList: file('GET /api/admin/tenants/export'),
    list: ask('GET /api/admin/tenants'),
    create: send('POST /api/admin/tenants'),
    get: call('GET /api/admin/tenants/{id}'),
    setColor: (id: number, color: string | null) => send('PUT /api/admin/tenants/{id}/color')(id, { color }),
    uploadLogo: (id: number, picture: Blob) => send('PUT /api/admin/tenants/{id}/logo')(id, formOf('logo', picture)),
    deleteLogo: call('DELETE /api/admin/tenants/{id}/logo'),
    firstSteps: call('GET /api/admin/tenants/{id}/first-steps'),
    putStepsAside: (id: number, put_aside: boolean) =>
      send('PUT /api/admin/tenants/{id}/first-steps')(id, { put_aside }),
    edit: send('PUT /api/admin/tenants/{id}'),
    /** With `dry_run` it only says who would gain and lose sight. */
    move: send('PATCH /api/admin/tenants/{id}'),
  },

  identityProviders: {
    list: items('GET /api/admin/identity-providers'),
    create: send('POST /api/admin/identity-providers'),
    edit: send('PUT /api/admin/identity-providers/{key}'),
    remove: call('DELETE /api/admin/identity-providers/{key}'),
    /** Whether the provider can be reached and knows this service. */
    test: call('POST /api/admin/identity-providers/{key}/test'),
  },
  applications: {
    list: ask('GET /api/admin/applications'),
    get: call('GET /api/admin/applications/{id}'),
    create: send('POST /api/admin/applications'),
    edit: send('PUT /api/admin/applications/{id}'),
    uploadLogo: (id: string, logo: Blob) => send('PUT /api/admin/applications/{id}/logo')(id, formOf('logo', logo)),
    deleteLogo: call('DELETE /api/admin/applications/{id}/logo'),
    /** The only time the secret is shown; the previous one stops working. */
    renewSecret: call('POST /api/admin/applications/{id}/secret'),
    end: call('DELETE /api/admin/applications/{id}'),
    /** The logout tokens sent to it, newest first. */
    logouts: ask('GET /api/admin/applications/{id}/logouts'),
    /** Which routes each scope opens to services. */
    serviceScopes: items('GET /api/scopes'),
  },

  subscriptions: {
    list: ask('GET /api/admin/subscriptions'),
    get: call('GET /api/admin/subscriptions/{id}'),
    /** The only time the secret is shown. */
    create: send('POST /api/admin/subscriptions'),
    edit: send('PUT /api/admin/subscriptions/{id}'),
    pause: call('POST /api/admin/subscriptions/{id}/pause'),
    resume: call('POST /api/admin/subscriptions/{id}/resume'),
    end: call('DELETE /api/admin/subscriptions/{id}'),
    /** The previous secret signs beside the new one for a day. */
    renewSecret: call('POST /api/admin/subscriptions/{id}/secret'),
    test: call('POST /api/admin/subscriptions/{id}/test'),
    /** Sends everything after a place of the log again. */
    replay: (id: string, after: number) => send('POST /api/admin/subscriptions/{id}/replay')(id, { after }),
    /** Calls of the receiver, newest first. */
    attempts: ask('GET /api/admin/subscriptions/{id}/attempts'),
  },

  policies: { list: ask('GET /api/admin/privacy-policies'), publish: send('POST /api/admin/privacy-policies') },

  factorPolicy: {
    get: call('GET /api/admin/factor-policy'),
    /** Replaces the rules of a tenant, or with `null` those of every tenant. */
    set: send('PUT /api/admin/factor-policy'),
    missing: ask('GET /api/admin/factor-policy/missing'),
    exportMissing: file('GET /api/admin/factor-policy/missing/export'),
    remind: send('POST /api/admin/factor-policy/missing/remind'),
  },

  imports: {
    start: (sent: Blob, { dryRun = false, invite = false, tenantId, mapping }: ImportOptions = {}) => {
      const form = new FormData();
      if (mapping !== undefined) form.append('mapping', JSON.stringify(mapping));
      form.append('file', sent);
      const query: Query<'POST /api/admin/imports'> = { dry_run: dryRun ? '1' : '0', invite: invite ? '1' : '0' };
      return sendAsking('POST /api/admin/imports')(form, { ...query, tenant_id: tenantId });
    },
    exportList: file('GET /api/admin/imports/export'),
    list: ask('GET /api/admin/imports'),
    get: call('GET /api/admin/imports/{id}'),
    rows: ask('GET /api/admin/imports/{id}/rows'),
    /** The outcome of each row; by default in the caller's preferred language. */
    report: file('GET /api/admin/imports/{id}/report.csv'),
    /** Checks the file of an earlier check again, with another mapping of its columns and words. */
    checkAgain: send('POST /api/admin/imports/{id}/check'),
    /** Corrects cells of a row before its file is imported. */
    correct: (id: number, line: number, cells: wire.CellCorrections) =>
      send('PATCH /api/admin/imports/{id}/rows/{line}')(id, line, { cells }),
    /** Imports the file of an earlier check. */
    run: (id: number, invite: boolean) => send('POST /api/admin/imports/{id}/run')(id, { invite }),
    /** How earlier files of a tenant were read, which a check of one with the same headings follows. */
    mappings: ask('GET /api/admin/imports/mappings'),
    forgetMapping: call('DELETE /api/admin/imports/mappings/{id}'),
    cells: (id: number, lines: readonly number[] = []) =>
      ask('GET /api/admin/imports/{id}/cells')(id, { lines: lines.join(',') }),
    faulty: (id: number, language: 'hr' | 'en') => file('GET /api/admin/imports/{id}/faulty.csv')(id, { language }),
    /** What undoing would remove now, and what it would keep. */
    undoPreview: call('GET /api/admin/imports/{id}/undo'),
    undo: call('POST /api/admin/imports/{id}/undo'),
    /** Reports progress until the import ends. @throws the signal's reason when aborted */
    follow: (id: number, onProgress: (progress: wire.Import) => void, signal: AbortSignal) =>
      followImport(
        {
          openEvents: (one, until) => stream('GET /api/admin/imports/{id}/events')(one, undefined, until),
          get: (one, until) => ask('GET /api/admin/imports/{id}')(one, undefined, until),
        },
        id,
        onProgress,
        signal,
      ),
  },

  audit: {
    list: ask('GET /api/admin/audit'),
    get: call('GET /api/admin/audit/{id}'),
    actions: items('GET /api/admin/audit/actions'),
    verify: call('GET /api/admin/audit/verify'),
    exportOf: file('GET /api/admin/audit/export'),
  },

  mails: {
    exportList: file('GET /api/admin/mails/export'),
    list: ask('GET /api/admin/mails'),
    health: ask('GET /api/admin/mails/health'),
    get: call('GET /api/admin/mails/{id}'),
    resend: call('POST /api/admin/mails/{id}/resend'),
  },

  stats: ask('GET /api/admin/stats'),
  work: ask('GET /api/admin/work'),

  recipients: {
    list: ask('GET /api/admin/recipients'),
    create: send('POST /api/admin/recipients'),
    noteGiven: (id: string, userIds: readonly number[]) =>
      send('POST /api/admin/recipients/{id}/people')(id, { user_ids: [...userIds] }),
    of: call('GET /api/admin/users/{id}/recipients'),
    markTold: send('POST /api/admin/orders/{id}/by-hand'),
  },

  erasures: {
    exportList: file('GET /api/admin/gdpr/erasure-requests/export'),
    list: ask('GET /api/admin/gdpr/erasure-requests'),
    preview: call('GET /api/admin/gdpr/erasure-requests/{id}'),
    approve: call('POST /api/admin/gdpr/erasure-requests/{id}/approve'),
    reject: (id: number, reason: string) => send('POST /api/admin/gdpr/erasure-requests/{id}/reject')(id, { reason }),
    extend: (id: number, reason: string) => send('POST /api/admin/gdpr/erasure-requests/{id}/extend')(id, { reason }),
    hold: (id: number, held: boolean, reason: string) =>
      send('PUT /api/admin/gdpr/erasure-requests/{id}/legal-hold')(id, { held, reason }),
    certificate: ask('GET /api/admin/gdpr/erasure-requests/{id}/certificate'),
    certificateAsPdf: (id: number) =>
      file('GET /api/admin/gdpr/erasure-requests/{id}/certificate')(id, { format: 'pdf' }),
  },
});

/** A form with one file. */
export function formOf(name: string, content: Blob): FormData {
  const form = new FormData();
  form.append(name, content);
  return form;
}

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly invite?: boolean;
  readonly tenantId?: number;
  /** The meaning of each column by its heading; null for one to ignore. */
  readonly mapping?: wire.ImportCheck['mapping'];
}
