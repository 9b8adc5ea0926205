import type { ApiCaller, CallOptions } from './api-caller.ts';
import { followImport } from './follow-import.ts';
import type * as wire from './wire-types.ts';

/** What administrators may do about people, and the records of what the service does. */
export const administrationCalls = ({ signedIn }: ApiCaller) => ({
  users: {
    list: (query: wire.UsersQuery, signal?: AbortSignal) =>
      signedIn<wire.List<wire.User>>('GET /api/admin/users', within(query, signal)),
    exportList: (query: Omit<wire.UsersExportQuery, 'format'>) =>
      signedIn<Blob>('GET /api/admin/users/export', { query: { ...query, format: 'csv' }, as: 'blob' }),
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
    resetTwoFactor: (id: number) => signedIn<void>(`DELETE /api/admin/users/${id}/2fa`),
    remove: (id: number) => signedIn<void>(`DELETE /api/admin/users/${id}`),
    restore: (id: number) => signedIn<wire.User>(`POST /api/admin/users/${id}/restore`),
    bulk: (body: wire.BulkAct) => signedIn<wire.BulkResult>('POST /api/admin/users/bulk', { body }),
    consents: (id: number, query: wire.PageQuery = {}) =>
      signedIn<wire.List<wire.ManagedConsent>>('GET /api/admin/gdpr/consents', { query: { user_id: id, ...query } }),
    exportOf: (id: number) => signedIn<Blob>(`GET /api/admin/gdpr/users/${id}/export`, { as: 'blob' }),
  },

  invitations: {
    list: (query: wire.InvitationsQuery, signal?: AbortSignal) =>
      signedIn<wire.List<wire.InvitationItem>>('GET /api/admin/invitations', within(query, signal)),
    resend: (id: number) => signedIn<wire.Invitation>(`POST /api/admin/invitations/${id}/resend`),
    cancel: (id: number) => signedIn<void>(`DELETE /api/admin/invitations/${id}`),
  },

  tenants: {
    list: (query: wire.PageQuery = {}) => signedIn<wire.List<wire.Tenant>>('GET /api/admin/tenants', { query }),
    create: (body: wire.NewTenant) => signedIn<wire.Tenant>('POST /api/admin/tenants', { body }),
    edit: (id: number, body: wire.TenantEdit) => signedIn<wire.Tenant>(`PUT /api/admin/tenants/${id}`, { body }),
  },

  imports: {
    start: (file: Blob, { dryRun = false, invite = false, tenantId }: ImportOptions = {}) => {
      const form = new FormData();
      form.append('file', file);
      const query = { dry_run: dryRun ? '1' : '0', invite: invite ? '1' : '0', tenant_id: tenantId };
      return signedIn<{ id: number; status: string }>('POST /api/admin/imports', { form, query });
    },
    list: (query: wire.PageQuery = {}) => signedIn<wire.List<wire.Import>>('GET /api/admin/imports', { query }),
    get: (id: number) => signedIn<wire.Import>(`GET /api/admin/imports/${id}`),
    rows: (id: number, query: wire.PageQuery & { outcome?: string } = {}) =>
      signedIn<wire.List<wire.ImportRow>>(`GET /api/admin/imports/${id}/rows`, { query }),
    /** Audit records as sentences in one language; without one, in the caller's preferred language. */
    report: (id: number, language?: 'hr' | 'en') =>
      signedIn<Blob>(`GET /api/admin/imports/${id}/report.csv`, { query: language ? { language } : {}, as: 'blob' }),
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
    actions: async () => (await signedIn<{ items: string[] }>('GET /api/admin/audit/actions')).items,
    verify: () => signedIn<wire.AuditChain>('GET /api/admin/audit/verify'),
    exportOf: (query: wire.AuditExportQuery) => signedIn<Blob>('GET /api/admin/audit/export', { query, as: 'blob' }),
  },

  mails: {
    list: (query: wire.MailsQuery) => signedIn<wire.List<wire.ListedMail>>('GET /api/admin/mails', { query }),
    health: () => signedIn<wire.MailHealth>('GET /api/admin/mails/health'),
    get: (id: number) => signedIn<wire.Mail>(`GET /api/admin/mails/${id}`),
    resend: (id: number) => signedIn<wire.MailItem>(`POST /api/admin/mails/${id}/resend`),
  },

  stats: (query: { tenant_id?: number } = {}) => signedIn<wire.Stats>('GET /api/admin/stats', { query }),

  erasures: {
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

const erasures = '/api/admin/gdpr/erasure-requests';

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly invite?: boolean;
  readonly tenantId?: number;
}

const within = (query: CallOptions['query'], signal: AbortSignal | undefined): CallOptions => ({
  ...(query ? { query } : {}),
  ...(signal ? { signal } : {}),
});
