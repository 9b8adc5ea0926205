import type { DocumentDetails } from '../src/people/documents/document.ts';
import { beginSection, labelPages, makePdf, PAPER, write } from './yearbook-sheet.ts';

/** An ordinary document of the demo: articles of one or two sentences. */
export interface Paper extends Pick<DocumentDetails, 'title' | 'year' | 'visibility'> {
  /** Which of `DEMO_TENANTS`. */
  readonly tenant: number;
  readonly addedDaysAgo: number;
  readonly articles: readonly string[];
}

export const PAPERS: readonly Paper[] = [
  {
    tenant: 0,
    title: 'Statut saveza',
    addedDaysAgo: 704,
    year: 2016,
    visibility: 'public',
    articles: [
      'Savez okuplja veslačke klubove na obali i otocima te potiče veslanje svih uzrasta.',
      'Članica saveza može postati svaki klub koji prihvati ovaj statut i pravila o zaštiti sportaša.',
      'Najviše tijelo saveza je skupština. Sastaje se barem jednom godišnje, a svaki klub ima jedan glas.',
      'Savez vodi evidenciju članova u skladu s propisima o zaštiti osobnih podataka.',
    ],
  },
  {
    tenant: 0,
    title: 'Pravilnik o natjecanjima',
    addedDaysAgo: 704,
    year: 2023,
    visibility: 'public',
    articles: [
      'Natjecanja se održavaju prema kalendaru koji skupština donosi do kraja siječnja.',
      'Posada se prijavljuje najkasnije pet dana prije natjecanja.',
      'Za djecu i mlade do 18 godina obvezan je liječnički pregled, ne stariji od šest mjeseci.',
    ],
  },
  {
    tenant: 0,
    title: 'Pravilnik o zaštiti osobnih podataka',
    addedDaysAgo: 431,
    year: 2024,
    visibility: 'public',
    articles: [
      'Savez obrađuje samo podatke koji su potrebni za članstvo, natjecanja i zakonske obveze.',
      'Svaka osoba može zatražiti svoje podatke, ispravak ili brisanje.',
    ],
  },
  {
    tenant: 0,
    title: 'Zapisnik sa skupštine saveza',
    addedDaysAgo: 588,
    year: 2024,
    visibility: 'tenant',
    articles: [
      'Skupština je utvrdila kvorum i jednoglasno prihvatila dnevni red.',
      'Prihvaćeni su izvješće o radu i financijsko izvješće. Za iduću godinu povećana su sredstva za rad s djecom.',
    ],
  },
  {
    tenant: 1,
    title: 'Kućni red čamčane',
    addedDaysAgo: 37,
    year: null,
    visibility: 'tenant',
    articles: [
      'Čamac se nosi u dvoje ili više njih, nikada sam.',
      'Nakon treninga čamac se opere slatkom vodom i vrati na svoje mjesto.',
      'Ključ čamčane preuzima trener prve jutarnje posade.',
    ],
  },
];

/** The same text gives the same bytes. */
export function paperPdf({ title, year, articles }: Paper, author: string): Promise<Buffer> {
  const made = new Date(Date.UTC(year ?? 2019, 1, 1, 9));
  return makePdf({ title, author, made }, (pdf) => {
    let y = beginSection(pdf, title, author);
    for (const [index, text] of articles.entries()) {
      y = write(pdf, `Članak ${index + 1}.`, PAPER.left, y, { font: 'strong', size: 12 }) + 3;
      y = write(pdf, text, PAPER.left, y, { size: 11.5, gap: 5 }) + 14;
    }
    labelPages(pdf, author, { cover: false });
  });
}
