import type { ApiCaller, CallOptions } from './api-caller.ts';
import { followImport } from './follow-import.ts';
import type * as wire from './wire-types.ts';

/** Managing people, and the records of the service. */
export const administrationCalls = ({ signedIn }: ApiCaller) => ({
  users: {
    list: (query: wire.UsersQuery, signal?: AbortSignal) =>
      signedIn<wire.List<wire.User>>('GET /api/admin/users', within(query, signal)),
    exportList: (query: wire.UsersExportQuery) => signedIn<Blob>('GET /api/admin/users/export', { query, as: 'blob' }),
    get: (id: number) => signedIn<wire.ManagedUser>(`GET /api/admin/users/${id}`),
    sessions: async (id: number) =>
      (await signedIn<{ items: wire.SignInItem[] }>(`GET /api/admin/users/${id}/sessions?limit=200`)).items,
    endSessions: (id: number) => signedIn<{ ended: number }>(`DELETE /api/admin/users/${id}/sessions`),
    create: (body: wire.NewUser) => signedIn<wire.User & Partial<wire.Invitation>>('POST /api/admin/users', { body }),
    edit: (id: number, body: wire.UserEdit) => signedIn<wire.User>(`PUT /api/admin/users/${id}`, { body }),
    setRole: (id: number, role: wire.Role) =>
      signedIn<wire.User>(`PUT /api/admin/users/${id}/role`, { body: { role } }),
    suspend: (id: number, reason?: string) =>
      signedIn<wire.User>(`POST /api/admin/users/${id}/suspend`, { body: { reason } }),
    unsuspend: (id: number) => signedIn<wire.User>(`POST /api/admin/users/${id}/unsuspend`),
    unlock: (id: number) => signedIn<wire.User>(`POST /api/admin/users/${id}/unlock`),
    invite: (id: number) => signedIn<wire.Invitation>(`POST /api/admin/users/${id}/invite`),
    resetPassword: (id: number) => signedIn<{ expires_at: string }>(`POST /api/admin/users/${id}/reset-password`),
    resetTwoFactor: (id: number) => signedIn<wire.User>(`DELETE /api/admin/users/${id}/2fa`),
    passkeys: async (id: number) =>
      (await signedIn<{ items: wire.PasskeyOfPerson[] }>(`GET /api/admin/users/${id}/passkeys`)).items,
    resetPasskeys: (id: number) => signedIn<wire.User>(`DELETE /api/admin/users/${id}/passkeys`),
    remove: (id: number) => signedIn<void>(`DELETE /api/admin/users/${id}`),
    restore: (id: number) => signedIn<wire.User>(`POST /api/admin/users/${id}/restore`),
    bulk: (body: wire.BulkAct) => signedIn<wire.BulkResult>('POST /api/admin/users/bulk', { body }),
    /** How many people a filter selects. */
    selection: (query: wire.SelectionFilter) => signedIn<wire.Selection>('GET /api/admin/users/selection', { query }),
    /** Starts one act on everybody who matches. */
    bulkByFilter: (body: wire.BulkOrder) => signedIn<wire.BulkJob>('POST /api/admin/users/bulk', { body }),
    consents: (id: number, query: wire.PageQuery = {}) =>
      signedIn<wire.List<wire.ManagedConsent>>('GET /api/admin/gdpr/consents', { query: { user_id: id, ...query } }),
    exportOf: (id: number) => signedIn<Blob>(`GET /api/admin/gdpr/users/${id}/export`, { as: 'blob' }),
  },

  bulkActs: {
    list: (query: wire.PageQuery & { tenant_id?: number } = {}) =>
      signedIn<wire.List<wire.BulkJob>>('GET /api/admin/bulk-acts', { query }),
    get: (id: number) => signedIn<wire.BulkJob>(`GET /api/admin/bulk-acts/${id}`),
    rows: (id: number, query: wire.BulkRowsQuery = {}) =>
      signedIn<wire.List<wire.BulkRow>>(`GET /api/admin/bulk-acts/${id}/rows`, { query }),
    report: (id: number, query: wire.BulkReportQuery) =>
      signedIn<Blob>(`GET /api/admin/bulk-acts/${id}/report`, { query, as: 'blob' }),
    /** Whom undoing would affect now, and whom it would leave alone. */
    undoPreview: (id: number) => signedIn<wire.BulkUndoPreview>(`GET /api/admin/bulk-acts/${id}/undo`),
    undo: (id: number) => signedIn<wire.BulkJob>(`POST /api/admin/bulk-acts/${id}/undo`),
  },

  invitations: {
    list: (query: wire.InvitationsQuery, signal?: AbortSignal) =>
      signedIn<wire.List<wire.InvitationItem>>('GET /api/admin/invitations', within(query, signal)),
    exportList: (query: wire.InvitationsExportQuery) =>
      signedIn<Blob>('GET /api/admin/invitations/export', { query, as: 'blob' }),
    resend: (id: number) => signedIn<wire.Invitation>(`POST /api/admin/invitations/${id}/resend`),
    cancel: (id: number) => signedIn<void>(`DELETE /api/admin/invitations/${id}`),
  },

  tenants: {
    exportList: (query: wire.TenantsExportQuery) =>
      signedIn<Blob>('GET /api/admin/tenants/export', { query, as: 'blob' }),
    list: (query: wire.PageQuery = {}) => signedIn<wire.List<wire.Tenant>>('GET /api/admin/tenants', { query }),
    create: (body: wire.NewTenant) => signedIn<wire.Tenant>('POST /api/admin/tenants', { body }),
    get: (id: number) => signedIn<wire.Tenant>(`GET /api/admin/tenants/${id}`),
    setColor: (id: number, color: string | null) =>
      signedIn<wire.Tenant>(`PUT /api/admin/tenants/${id}/color`, { body: { color } }),
    uploadLogo: (id: number, picture: Blob) =>
      signedIn<wire.Tenant>(`PUT /api/admin/tenants/${id}/logo`, { form: logoForm(picture) }),
    deleteLogo: (id: number) => signedIn<wire.Tenant>(`DELETE /api/admin/tenants/${id}/logo`),
    edit: (id: number, body: wire.TenantEdit) => signedIn<wire.Tenant>(`PUT /api/admin/tenants/${id}`, { body }),
  },

  identityProviders: {
    list: async () => (await signedIn<{ items: wire.IdentityProvider[] }>('GET /api/admin/identity-providers')).items,
    create: (body: wire.NewIdentityProvider) =>
      signedIn<wire.IdentityProvider>('POST /api/admin/identity-providers', { body }),
    edit: (key: string, body: wire.IdentityProviderEdit) =>
      signedIn<wire.IdentityProvider>(`PUT /api/admin/identity-providers/${encodeURIComponent(key)}`, { body }),
    remove: (key: string) => signedIn<void>(`DELETE /api/admin/identity-providers/${encodeURIComponent(key)}`),
    /** Whether the provider can be reached and knows this service. */
    test: (key: string) =>
      signedIn<wire.IdentityProviderTest>(`POST /api/admin/identity-providers/${encodeURIComponent(key)}/test`),
  },
  applications: {
    list: (query: wire.ApplicationsQuery = {}) =>
      signedIn<wire.List<wire.Application>>('GET /api/admin/applications', { query }),
    get: (id: string) => signedIn<wire.Application>(`GET ${applicationAt(id)}`),
    create: (body: wire.NewApplication) => signedIn<wire.Application>('POST /api/admin/applications', { body }),
    edit: (id: string, body: wire.ApplicationChange) =>
      signedIn<wire.Application>(`PUT ${applicationAt(id)}`, { body }),
    uploadLogo: (id: string, picture: Blob) =>
      signedIn<wire.Application>(`PUT ${applicationAt(id)}/logo`, { form: logoForm(picture) }),
    deleteLogo: (id: string) => signedIn<wire.Application>(`DELETE ${applicationAt(id)}/logo`),
    /** The only time the secret is shown; the previous one stops working. */
    renewSecret: (id: string) => signedIn<wire.ApplicationSecret>(`POST ${applicationAt(id)}/secret`),
    end: (id: string) => signedIn<void>(`DELETE ${applicationAt(id)}`),
    /** The logout tokens sent to it, newest first. */
    logouts: (id: string, query: wire.LogoutsQuery = {}) =>
      signedIn<wire.List<wire.Logout>>(`GET ${applicationAt(id)}/logouts`, { query }),
    /** Which routes each scope opens to services. */
    serviceScopes: async () => (await signedIn<{ items: wire.ScopeOfServices[] }>('GET /api/scopes')).items,
  },

  policies: {
    list: (query: wire.PoliciesQuery) =>
      signedIn<wire.List<wire.PublishedPolicy>>('GET /api/admin/privacy-policies', { query }),
    publish: (body: wire.NewPolicy) => signedIn<wire.PublishedPolicy>('POST /api/admin/privacy-policies', { body }),
  },

  factorPolicy: {
    get: () => signedIn<wire.FactorPolicy>('GET /api/admin/factor-policy'),
    /** Replaces the rules of a tenant, or with `null` those of every tenant. */
    set: (body: wire.FactorRules) => signedIn<wire.FactorPolicy>('PUT /api/admin/factor-policy', { body }),
    missing: (query: wire.MissingFactorsQuery, signal?: AbortSignal) =>
      signedIn<wire.List<wire.MissingFactor>>('GET /api/admin/factor-policy/missing', within(query, signal)),
    exportMissing: (query: wire.MissingExportQuery) =>
      signedIn<Blob>('GET /api/admin/factor-policy/missing/export', { query, as: 'blob' }),
    remind: (body: wire.FactorReminder = {}) =>
      signedIn<wire.FactorsReminded>('POST /api/admin/factor-policy/missing/remind', { body }),
  },

  imports: {
    start: (file: Blob, { dryRun = false, invite = false, tenantId, mapping }: ImportOptions = {}) => {
      const form = new FormData();
      if (mapping !== undefined) form.append('mapping', JSON.stringify(mapping));
      form.append('file', file);
      const query = { dry_run: dryRun ? '1' : '0', invite: invite ? '1' : '0', tenant_id: tenantId };
      return signedIn<{ id: number; status: string }>('POST /api/admin/imports', { form, query });
    },
    exportList: (query: wire.ImportsExportQuery) =>
      signedIn<Blob>('GET /api/admin/imports/export', { query, as: 'blob' }),
    list: (query: wire.ImportsQuery = {}) => signedIn<wire.List<wire.Import>>('GET /api/admin/imports', { query }),
    get: (id: number) => signedIn<wire.Import>(`GET /api/admin/imports/${id}`),
    rows: (id: number, query: wire.PageQuery & { outcome?: string } = {}) =>
      signedIn<wire.List<wire.ImportRow>>(`GET /api/admin/imports/${id}/rows`, { query }),
    /** The outcome of each row; by default in the caller's preferred language. */
    report: (id: number, query: wire.ReportQuery = {}) =>
      signedIn<Blob>(`GET /api/admin/imports/${id}/report.csv`, { query, as: 'blob' }),
    /** Checks the file of an earlier check again, with another mapping of its columns and words. */
    checkAgain: (id: number, body: wire.ImportCheck) =>
      signedIn<{ id: number; status: string }>(`POST /api/admin/imports/${id}/check`, { body }),
    /** Imports the file of an earlier check. */
    run: (id: number, invite: boolean) =>
      signedIn<{ id: number; status: string }>(`POST /api/admin/imports/${id}/run`, { body: { invite } }),
    cells: (id: number, lines: readonly number[] = []) => {
      const query = lines.length === 0 ? {} : { lines: lines.join(',') };
      return signedIn<wire.ImportCells>(`GET /api/admin/imports/${id}/cells`, { query });
    },
    faulty: (id: number, language: 'hr' | 'en') =>
      signedIn<Blob>(`GET /api/admin/imports/${id}/faulty.csv`, { query: { language }, as: 'blob' }),
    /** What undoing would remove now, and what it would keep. */
    undoPreview: (id: number) => signedIn<wire.UndoPreview>(`GET /api/admin/imports/${id}/undo`),
    undo: (id: number) => signedIn<{ id: number; status: string }>(`POST /api/admin/imports/${id}/undo`),
    /** Reports progress until the import ends. @throws the signal's reason when aborted */
    follow: (id: number, onProgress: (progress: wire.Import) => void, signal: AbortSignal) =>
      followImport(
        {
          openEvents: (one, until) => signedIn(`GET /api/admin/imports/${one}/events`, { as: 'stream', signal: until }),
          get: (one, until) => signedIn(`GET /api/admin/imports/${one}`, { signal: until }),
        },
        id,
        onProgress,
        signal,
      ),
  },

  audit: {
    list: (query: wire.AuditQuery, signal?: AbortSignal) =>
      signedIn<wire.AuditList>('GET /api/admin/audit', within(query, signal)),
    get: (id: number) => signedIn<wire.AuditItem>(`GET /api/admin/audit/${id}`),
    actions: async () => (await signedIn<{ items: string[] }>('GET /api/admin/audit/actions')).items,
    verify: () => signedIn<wire.AuditChain>('GET /api/admin/audit/verify'),
    exportOf: (query: wire.AuditExportQuery) => signedIn<Blob>('GET /api/admin/audit/export', { query, as: 'blob' }),
  },

  mails: {
    exportList: (query: wire.MailsExportQuery) => signedIn<Blob>('GET /api/admin/mails/export', { query, as: 'blob' }),
    list: (query: wire.MailsQuery) => signedIn<wire.List<wire.ListedMail>>('GET /api/admin/mails', { query }),
    health: () => signedIn<wire.MailHealth>('GET /api/admin/mails/health'),
    get: (id: number) => signedIn<wire.Mail>(`GET /api/admin/mails/${id}`),
    resend: (id: number) => signedIn<wire.MailItem>(`POST /api/admin/mails/${id}/resend`),
  },

  stats: (query: wire.StatsQuery = {}) => signedIn<wire.Stats>('GET /api/admin/stats', { query }),

  erasures: {
    exportList: (query: wire.ErasuresExportQuery) =>
      signedIn<Blob>('GET /api/admin/gdpr/erasure-requests/export', { query, as: 'blob' }),
    list: (query: wire.ErasuresQuery) =>
      signedIn<wire.List<wire.QueuedErasure>>('GET /api/admin/gdpr/erasure-requests', { query }),
    preview: (id: number) => signedIn<wire.ErasurePreview>(`GET ${erasures}/${id}`),
    approve: (id: number) => signedIn<wire.ManagedErasure>(`POST ${erasures}/${id}/approve`),
    reject: (id: number, reason: string) =>
      signedIn<wire.ManagedErasure>(`POST ${erasures}/${id}/reject`, { body: { reason } }),
    extend: (id: number, reason: string) =>
      signedIn<wire.ManagedErasure>(`POST ${erasures}/${id}/extend`, { body: { reason } }),
    hold: (id: number, held: boolean, reason: string) =>
      signedIn<wire.ManagedErasure>(`PUT ${erasures}/${id}/legal-hold`, { body: { held, reason } }),
    certificate: (id: number) => signedIn<wire.Certificate>(`GET ${erasures}/${id}/certificate`),
    certificateAsPdf: (id: number) =>
      signedIn<Blob>(`GET ${erasures}/${id}/certificate`, { query: { format: 'pdf' }, as: 'blob' }),
  },
});

function logoForm(picture: Blob): FormData {
  const form = new FormData();
  form.append('logo', picture);
  return form;
}

const applicationAt = (id: string): string => `/api/admin/applications/${encodeURIComponent(id)}`;

const erasures = '/api/admin/gdpr/erasure-requests';

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly invite?: boolean;
  readonly tenantId?: number;
  /** The meaning of each column by its heading; null for one to ignore. */
  readonly mapping?: wire.ImportCheck['mapping'];
}

const within = (query: CallOptions['query'], signal: AbortSignal | undefined): CallOptions => ({
  ...(query ? { query } : {}),
  ...(signal ? { signal } : {}),
});
