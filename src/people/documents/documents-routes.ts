import { type TSchema, Type } from 'typebox';
import { findPublisher } from '../../accounts/tenants/tenants-store.ts';
import type { FileRange } from '../../platform/files/files.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { defineOptionalRoute, NOT_MODIFIED, ok, okFile, partOf, type Route } from '../../platform/http/define-route.ts';
import { DEFAULT_LIMIT, listAnswer, pageAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { andServices, signedInOrNot } from '../../platform/http/route-access.ts';
import { perAddress, unlimited } from '../../platform/http/route-limit.ts';
import { idOf } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { type ListedDocument, wantedWords } from './document.ts';
import { requireVisible, visibleTo } from './document-access.ts';
import type { DocumentDeps } from './document-content.ts';
import { findFileKey } from './document-files-store.ts';
import { DocumentAnswer, KindOf, mayHaveYearbook, showDocument, YearOf } from './document-wire.ts';
import { type DocumentPage, findDocument, findYearbook, listDocuments } from './documents-store.ts';
import { sendDocument } from './send-document.ts';

const tag = 'Documents';
const access = andServices(
  'documents:read',
  signedInOrNot('documents marked as public are for everybody; a token shows those of its tenant too'),
);
const lists = perAddress({ most: 300, within: minutes(1) });
const fileLimit = unlimited('a reader asks for one file in many ranges, and a range costs no more than its bytes');
const notFound = 'documents.not_found';

export const documentsRoutes = (deps: DocumentDeps): Route[] => [
  listRoute(deps),
  defineOptionalRoute({
    method: 'GET',
    path: '/api/documents/:id',
    summary: 'One document',
    tag,
    access,
    limit: lists,
    audit: [],
    request: { params: Type.Object({ id: IdOf }) },
    responses: { success: ok(DocumentAnswer, 'The document'), refusals: [notFound] },
    handle: async ({ params: { id } }, caller) =>
      showDocument(requireVisible(caller, await findDocument(deps.database.read, id)), caller),
  }),
  fileRoute(deps, '/api/documents/:id/file', 'The file of a document', Type.Object({ id: IdOf }), ({ id }) =>
    findDocument(deps.database.read, Number(id)),
  ),
  yearbooksRoute(deps),
  fileRoute(
    deps,
    '/api/yearbooks/:year/pdf',
    'The yearbook of a year',
    Type.Object({ year: Type.Integer() }),
    ({ year }) => findOurYearbook(deps, Number(year)),
  ),
];

const IdOf = idOf();

const listRoute = ({ database }: DocumentDeps): Route =>
  defineOptionalRoute({
    method: 'GET',
    path: '/api/documents',
    summary: 'Documents, newest first',
    tag,
    access,
    limit: lists,
    audit: [],
    request: {
      query: Type.Object({
        kind: Type.Optional(KindOf),
        year: Type.Optional(YearOf),
        tenant_id: Type.Optional(idOf({ description: 'Only those of one tenant' })),
        q: Type.Optional(
          Type.String({ maxLength: 200, description: 'The beginning of any word of the title, or the year' }),
        ),
        ...pageQuery,
      }),
    },
    responses: { success: ok(listAnswer(DocumentAnswer, 'DocumentList'), 'One page'), refusals: [] },
    handle: async ({ query: { kind, year, tenant_id: tenantId, q = '', ...page } }, caller) => {
      const words = wantedWords(q);
      const asked = pageOf('documents', 'id', page);
      if (q.trim() !== '' && words.length === 0) return showPage('documents', caller, asked, { rows: [], counted: 0 });
      const found = await listDocuments(database.read, visibleTo(caller), { kind, year, tenantId, words }, asked);
      return showPage('documents', caller, asked, found);
    },
  });

const yearbooksRoute = ({ database }: DocumentDeps): Route =>
  defineOptionalRoute({
    method: 'GET',
    path: '/api/yearbooks',
    summary: 'Yearbooks of the federation, newest first',
    tag,
    access,
    limit: lists,
    audit: [],
    request: { query: Type.Object(pageQuery) },
    responses: { success: ok(listAnswer(DocumentAnswer, 'YearbookList'), 'One page'), refusals: [] },
    handle: async ({ query }, caller) => {
      const asked = pageOf('yearbooks', 'year', query);
      const tenantId = (await findPublisher(database.read))?.id ?? 0;
      const filter = { kind: 'yearbook', tenantId, words: [] } as const;
      const found = await listDocuments(database.read, visibleTo(caller), filter, asked);
      return showPage('yearbooks', caller, asked, found);
    },
  });

const PDF = ['application/pdf'];

function fileRoute(
  { database, files }: DocumentDeps,
  path: string,
  summary: string,
  params: TSchema,
  find: (params: Readonly<Record<string, unknown>>) => Promise<ListedDocument | undefined>,
): Route {
  return defineOptionalRoute({
    method: 'GET',
    path,
    summary,
    tag,
    access,
    limit: fileLimit,
    audit: [],
    request: { params, query: Type.Object({ download: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) }) },
    responses: {
      success: okFile(PDF, 'The PDF'),
      others: [NOT_MODIFIED, partOf(PDF)],
      refusals: [notFound, 'documents.changed', 'documents.range'],
    },
    handle: async ({ params: named, query: { download }, reply, requireLive }, caller: AnyCaller | undefined) => {
      const document = requireVisible(caller, await find(named as Readonly<Record<string, unknown>>));
      // Responses to a signed-in caller are never cached.
      const isPublic = caller === undefined;
      const read = async (range: FileRange) => {
        const key = await findFileKey(database.read, document.sha256);
        return key === undefined ? undefined : files.read(key, range);
      };
      return sendDocument(reply, { read, document, download: download === 1, isPublic, requireLive });
    },
  });
}

async function findOurYearbook({ database: { read } }: DocumentDeps, year: number) {
  const publisher = mayHaveYearbook(year) ? await findPublisher(read) : undefined;
  return publisher && findYearbook(read, publisher.id, year);
}

function pageOf(
  list: string,
  by: DocumentPage['by'],
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string },
): DocumentPage {
  const [before] = cursor === undefined ? [] : keyFromCursor(list, ['number'], cursor);
  return { by, limit, before: before === undefined ? undefined : Number(before) };
}

const showPage = (
  list: string,
  caller: AnyCaller | undefined,
  { by, limit }: DocumentPage,
  found: { rows: ListedDocument[]; counted: number },
) =>
  pageAnswer(
    list,
    { ...found, limit },
    (row) => [row[by] ?? 0],
    (document) => showDocument(document, caller),
  );
