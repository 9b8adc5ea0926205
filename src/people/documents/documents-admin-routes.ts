import { Type } from 'typebox';
import { reachesTenant } from '../../accounts/permissions/managing-users.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { andServices, permitted } from '../../platform/http/route-access.ts';
import { perCaller } from '../../platform/http/route-limit.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { idOf } from '../../platform/http/wire.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { addDocument, changeDocument, type DocumentChange, deleteDocument } from './change-documents.ts';
import type { ListedDocument } from './document.ts';
import { requireManaged } from './document-access.ts';
import type { DocumentDeps } from './document-content.ts';
import {
  checkedTitle,
  DocumentAnswer,
  DocumentChangeBody,
  MOST_DOCUMENT_BYTES,
  requireYearOfYearbook,
  showDocument,
  UPLOAD_FIELDS,
  wordsFromForm,
} from './document-wire.ts';
import { documentErrors } from './documents-errors.ts';

const path = '/api/admin/documents';
const tag = 'Documents';
const access = andServices('documents:write', permitted('documents.manage'));
const limit = perCaller({ most: 120, within: minutes(1) });
const params = Type.Object({ id: idOf() });
const { 'documents.not_found': notFound, 'documents.year_taken': yearTaken } = documentErrors;

export const documentsAdminRoutes = (deps: DocumentDeps): Route[] => [
  defineRoute({
    method: 'POST',
    path,
    summary: 'Adds a PDF to the archive',
    tag,
    access,
    limit,
    audit: ['document.create'],
    request: { form: { mostBytes: MOST_DOCUMENT_BYTES, mediaTypes: ['application/pdf'], fields: UPLOAD_FIELDS } },
    responses: {
      success: { status: 201, description: 'Added', schema: DocumentAnswer },
      refusals: [
        'documents.type',
        'documents.encrypted',
        'documents.broken',
        'documents.busy',
        'documents.not_publisher',
        yearTaken,
        'tenants.not_found',
      ],
    },
    handle: async ({ form, call }, caller) => showDocument(await upload(deps, call, form), caller),
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a document’s title, kind, year or visibility',
    tag,
    access,
    limit,
    audit: ['document.update'],
    request: { params, body: DocumentChangeBody },
    responses: { success: ok(DocumentAnswer, 'Changed'), refusals: [notFound, yearTaken] },
    handle: async ({ params: { id }, body, call }, caller) => {
      const judge = (document: ListedDocument | undefined) => changeOf(requireManaged(caller, document), body);
      return showDocument(await changeDocument(deps, call, id, judge), caller);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Deletes a document',
    tag,
    access,
    limit,
    audit: ['document.delete'],
    request: { params },
    responses: { success: { status: 204, description: 'Deleted' }, refusals: [notFound] },
    handle: ({ params: { id }, call }, caller) =>
      deleteDocument(deps, call, id, (document) => requireManaged(caller, document)),
  }),
];

const upload = (deps: DocumentDeps, call: Call<AnyCaller>, form: UploadedForm): Promise<ListedDocument> =>
  deps.files.withTemporaryFiles(async (write) => {
    const { file, fields } = await form.fileAndFields(write);
    const { caller } = call;
    const { tenantId = caller.tenantId, ...words } = wordsFromForm(fields);
    const tenant = reachesTenant(caller, tenantId) ? await findTenant(deps.database.read, tenantId) : undefined;
    if (tenant === undefined) throw new AppError('tenants.not_found');
    const document = await addDocument(deps, call, file, { ...words, tenantId });
    return { ...document, tenant_name: tenant.name };
  });

/** Only the members that differ. */
function changeOf(document: ListedDocument, body: DocumentChange): DocumentChange {
  const wanted = body.title === undefined ? body : { ...body, title: checkedTitle(body.title) };
  requireYearOfYearbook({ ...document, ...wanted });
  const members = ['title', 'year', 'visibility', 'language'] as const;
  const changed = members.filter((member) => wanted[member] !== undefined && wanted[member] !== document[member]);
  return Object.fromEntries(changed.map((member) => [member, wanted[member]]));
}
