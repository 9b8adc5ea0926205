import { slugOf } from '../src/accounts/tenants/tenant.ts';
import { findTenantBySlug } from '../src/accounts/tenants/tenants-store.ts';
import { addDocument, type NewDocument } from '../src/people/documents/change-documents.ts';
import type { DocumentDeps } from '../src/people/documents/document-content.ts';
import { listTitlesEver } from '../src/people/documents/list-titles-ever.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import { AppError } from '../src/platform/kernel/app-error.ts';
import { nowOf } from '../src/platform/kernel/clock.ts';
import { DEMO_TENANTS } from './demo-tenants.ts';
import { YEARBOOK_YEARS } from './yearbook-data.ts';
import { PAPERS, paperPdf } from './yearbook-papers.ts';
import { yearbookPdf, yearbookTitle } from './yearbook-pdf.ts';

interface Piece extends Omit<NewDocument, 'tenantId' | 'language'> {
  /** Which of `DEMO_TENANTS`. */
  readonly tenant: number;
  readonly make: () => Promise<Buffer>;
}

/**
 * Adds yearbooks and some documents to the demo's archive and returns how many. Existing ones stay, deleted ones are
 * not restored; what an interrupted start left out is added.
 */
export async function fillDemoShelf(parts: DocumentDeps): Promise<number> {
  let made = 0;
  for (const [tenant, { name }] of DEMO_TENANTS.entries()) {
    const tenantId = (await findTenantBySlug(parts.database.read, slugOf(name)))?.id;
    if (tenantId === undefined) continue;
    const titles = await listTitlesEver(parts.database.read, tenantId);
    for (const { make, ...piece } of pieces().filter((one) => one.tenant === tenant && !titles.has(one.title))) {
      const { tenant: _place, ...words } = piece;
      made += await shelve(parts, await make(), { ...words, language: 'hr', tenantId });
    }
  }
  return made;
}

const pieces = (): Piece[] => [
  ...PAPERS.map((paper): Piece => {
    const { tenant, title, year, visibility } = paper;
    const make = () => paperPdf(paper, DEMO_TENANTS[tenant]?.name ?? '');
    return { tenant, kind: 'document', title, year, visibility, make };
  }),
  ...YEARBOOK_YEARS.map((year): Piece => {
    const make = () => yearbookPdf(year, DEMO_TENANTS[0].name);
    return { tenant: 0, kind: 'yearbook', title: yearbookTitle(year), year, visibility: 'public', make };
  }),
];

/** How many it added: none when the year is taken by a yearbook with another title. */
async function shelve(parts: DocumentDeps, bytes: Buffer, wanted: NewDocument): Promise<number> {
  try {
    await parts.files.withTemporaryFiles(async (write) =>
      addDocument(parts, byOperator(['document.create'], nowOf(parts.clock)), await write([bytes]), wanted),
    );
    return 1;
  } catch (error) {
    if (error instanceof AppError && error.code === 'documents.year_taken') return 0;
    throw error;
  }
}
