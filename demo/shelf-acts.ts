import { addDocument, type NewDocument } from '../src/people/documents/change-documents.ts';
import type { DocumentDeps } from '../src/people/documents/document-content.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import { days, type Milliseconds, minutes } from '../src/platform/kernel/durations.ts';
import { type Act, chanceDevice, partsOf } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import { DEMO_TENANTS } from './demo-tenants.ts';
import type { SeededRandom } from './seeded-random.ts';
import { YEARBOOK_YEARS } from './yearbook-data.ts';
import { PAPERS, paperPdf } from './yearbook-papers.ts';
import { yearbookPdf, yearbookTitle } from './yearbook-pdf.ts';

/** What adding a document takes besides the transaction of the history. */
export type Shelf = Pick<DocumentDeps, 'files' | 'pagesOfFile' | 'log'>;

interface Piece extends Omit<NewDocument, 'tenantId' | 'language'> {
  /** Which of `DEMO_TENANTS`. */
  readonly tenant: number;
  readonly at: Milliseconds;
  readonly make: () => Promise<Buffer>;
}

/** Who administers a tenant adds its documents over two years: first what lay in the cupboard, then what came. */
export function shelfActs(shelf: Shelf, people: readonly DemoPerson[], random: SeededRandom, now: Milliseconds): Act[] {
  const device = chanceDevice(random);
  return pieces(now).map(({ tenant, at, make, ...words }) => ({
    at,
    perform: async (stage, instant) => {
      const admin = people.find((one) => one.tenant === tenant && one.role === 'admin' && stage.actors.has(one));
      const by = admin && stage.actors.get(admin);
      const tenantId = stage.tenantIds[tenant] as number;
      const bytes = await make();
      await shelf.files.withTemporaryFiles(async (write) =>
        addDocument(
          { ...shelf, ...partsOf(stage, instant) },
          by ? device(by, instant) : byOperator(['document.create'], instant),
          await write([bytes]),
          { ...words, language: 'hr', tenantId },
        ),
      );
    },
  }));
}

const SCANNED_DAYS_AGO = 690;

const pieces = (now: Milliseconds): Piece[] => [
  ...PAPERS.map((paper): Piece => {
    const { tenant, title, year, visibility, addedDaysAgo } = paper;
    const make = () => paperPdf(paper, DEMO_TENANTS[tenant]?.name ?? '');
    return { tenant, kind: 'document', title, year, visibility, make, at: now - days(addedDaysAgo) };
  }),
  ...YEARBOOK_YEARS.map((year, place): Piece => {
    const make = () => yearbookPdf(year, DEMO_TENANTS[0].name);
    // The old ones were scanned one after the other; later ones came out in the spring of the next year.
    const scanned = now - days(SCANNED_DAYS_AGO) + minutes(3 * place);
    const at = Math.max(scanned, Math.min(Date.UTC(year + 1, 2, 20, 9), now - days(1)));
    return { tenant: 0, kind: 'yearbook', title: yearbookTitle(year), year, visibility: 'public', make, at };
  }),
];
