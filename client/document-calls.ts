import type { ApiCaller, CallOptions } from './api-caller.ts';
import type * as wire from './wire-types.ts';

/** The document archive. Public documents need no sign-in; signing in adds those of the tenant. */
export const documentCalls = (call: ApiCaller) => ({
  documents: {
    list: (query: wire.DocumentsQuery = {}, signal?: AbortSignal) =>
      call.asWhoever<wire.List<wire.Document>>('GET /api/documents', { query, ...(signal ? { signal } : {}) }),
    get: (id: number) => call.asWhoever<wire.Document>(`GET /api/documents/${id}`),
    yearbooks: (query: wire.PageQuery = {}) =>
      call.asWhoever<wire.List<wire.Document>>('GET /api/yearbooks', { query }),
    file: (id: number, { signal }: CallOptions = {}) =>
      call.asWhoever<Blob>(`GET /api/documents/${id}/file`, { as: 'blob', ...(signal ? { signal } : {}) }),
    add: (file: Blob, words: wire.NewDocument) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(words)) if (value !== undefined) form.append(name, String(value));
      form.append('file', file);
      return call.signedIn<wire.Document>('POST /api/admin/documents', { form });
    },
    edit: (id: number, body: wire.DocumentEdit) =>
      call.signedIn<wire.Document>(`PUT /api/admin/documents/${id}`, { body }),
    remove: (id: number) => call.signedIn<void>(`DELETE /api/admin/documents/${id}`),
  },
});
