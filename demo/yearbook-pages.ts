import { drawBars, drawColumns, drawLegend } from './yearbook-chart.ts';
import { membersIn, type Race, type YearbookData } from './yearbook-data.ts';
import { beginSection, type Column, drawTable, INK, PAPER, type Pdf, TEXT_WIDTH, write } from './yearbook-sheet.ts';

export interface Section {
  readonly title: string;
  /** Draws exactly one page. */
  readonly draw: (pdf: Pdf, data: YearbookData) => void;
}

export const SECTIONS: readonly Section[] = [
  { title: 'Godina u brojkama', draw: drawFigures },
  { title: 'Klubovi', draw: drawClubs },
  { title: 'Rezultati: žene', draw: (pdf, { women }) => drawRaces(pdf, 'Rezultati: žene', women) },
  { title: 'Rezultati: muškarci', draw: (pdf, { men }) => drawRaces(pdf, 'Rezultati: muškarci', men) },
  { title: 'Medalje po klubovima', draw: drawMedals },
  { title: 'Članstvo kroz godine', draw: drawMembers },
  { title: 'Kalendar natjecanja', draw: drawCalendar },
  { title: 'O ovom primjerku', draw: drawImprint },
];

/** The page of the first section: after cover and contents. */
const FIRST_PAGE = 3;

export function drawContents(pdf: Pdf): void {
  let y = beginSection(pdf, 'Sadržaj');
  for (const [index, { title }] of SECTIONS.entries()) {
    write(pdf, title, PAPER.left, y, { size: 13, width: TEXT_WIDTH - 60 });
    write(pdf, String(FIRST_PAGE + index), PAPER.left, y, { size: 13, align: 'right', font: 'strong', color: INK.sea });
    const end = PAPER.left + TEXT_WIDTH;
    pdf
      .moveTo(PAPER.left, y + 24)
      .lineTo(end, y + 24)
      .lineWidth(0.5)
      .stroke(INK.line);
    pdf.goTo(PAPER.left, y - 4, TEXT_WIDTH, 28, title);
    y += 36;
  }
}

function drawFigures(pdf: Pdf, data: YearbookData): void {
  const { clubs, regattas, medals, year } = data;
  const members = membersIn(clubs);
  const crews = regattas.reduce((sum, regatta) => sum + regatta.crews, 0);
  const y = beginSection(pdf, 'Godina u brojkama', `Kako je savez veslao ${year}. godine.`);
  const figures = [
    [clubs.length, 'klubovi'],
    [members, 'članovi'],
    [regattas.length, 'regate'],
    [crews, 'prijavljene posade'],
  ] as const;
  const width = (TEXT_WIDTH - 20) / 2;
  for (const [index, [value, text]] of figures.entries()) {
    const [x, top] = [PAPER.left + (index % 2) * (width + 20), y + Math.floor(index / 2) * 122];
    pdf.roundedRect(x, top, width, 104, 6).fill(INK.sand);
    write(pdf, String(value), x + 20, top + 18, { font: 'strong', size: 38, color: INK.sea, width: width - 40 });
    write(pdf, text, x + 20, top + 68, { size: 12, color: INK.text, width: width - 40 });
  }
  const [best] = medals;
  const text = [
    `Na Prvenstvu saveza najviše je medalja osvojio ${best?.club}: ukupno ${best?.all}, od toga zlatnih ${best?.gold}. Na stazi od 2000 metara veslalo se u dvanaest disciplina, šest ženskih i šest muških.`,
    'Zahvaljujemo trenerima, sucima, roditeljima i svima koji su čamce nosili, čistili i popravljali. Bez njih nijedna posada ne bi došla ni do starta.',
  ];
  let below = y + 264;
  for (const paragraph of text) below = write(pdf, paragraph, PAPER.left, below, { size: 11.5, gap: 5 }) + 10;
  write(pdf, data.president, PAPER.left, below + 12, { font: 'strong', size: 11.5, color: INK.dark });
  write(pdf, 'na čelu saveza (izmišljena osoba)', PAPER.left, below + 30, { size: 10, color: INK.quiet });
}

const number = (title: string, width: number): Column => ({ title, width, align: 'right' });

function drawClubs(pdf: Pdf, { clubs, year }: YearbookData): void {
  const lead = `Članice saveza ${year}. godine, s brojem članova na dan 31. prosinca.`;
  const columns: Column[] = [
    { title: 'Klub', width: 128, strong: true },
    { title: 'Mjesto', width: 108 },
    ...[number('Osnovan', 58), number('Seniori', 58), number('Juniori', 58), number('Čamci', 57.28)],
  ];
  const rows = clubs.map(({ name, town, founded, seniors, juniors, boats }) => [
    ...[name, town, `${founded}.`],
    ...[seniors, juniors, boats].map(String),
  ]);
  const sum = (count: (club: (typeof clubs)[number]) => number) =>
    String(clubs.reduce((total, club) => total + count(club), 0));
  const total = [
    'Ukupno',
    '',
    '',
    sum(({ seniors }) => seniors),
    sum(({ juniors }) => juniors),
    sum(({ boats }) => boats),
  ];
  drawTable(pdf, beginSection(pdf, 'Klubovi', lead), columns, [...rows, total]);
}

const PLACES = [
  ['1.', INK.warm],
  ['2.', INK.sea],
  ['3.', INK.quiet],
] as const;

function drawRaces(pdf: Pdf, title: string, races: readonly Race[]): void {
  let y = beginSection(pdf, title, 'Prvenstvo saveza, 2000 metara. Uz klub je ime osobe koja daje takt posadi.');
  for (const { boat, places } of races) {
    y = write(pdf, boat, PAPER.left, y, { font: 'strong', size: 11.5, color: INK.dark }) + 3;
    for (const [index, { club, stroke, time }] of places.entries()) {
      const [text = '', color = INK.text] = PLACES[index] ?? [];
      write(pdf, text, PAPER.left, y, { width: 20, font: 'strong', color });
      write(pdf, club, PAPER.left + 26, y, { width: 140 });
      write(pdf, stroke, PAPER.left + 172, y, { width: 200 });
      write(pdf, formatTime(time), PAPER.left, y, { align: 'right' });
      y += 18;
    }
    pdf
      .moveTo(PAPER.left, y + 4)
      .lineTo(PAPER.left + TEXT_WIDTH, y + 4)
      .lineWidth(0.5)
      .stroke(INK.line);
    y += 16;
  }
}

/** `6:42,18` */
function formatTime(hundredths: number): string {
  const rest = hundredths % 6000;
  const [whole, part] = [Math.floor(rest / 100), rest % 100].map((value) => String(value).padStart(2, '0'));
  return `${Math.floor(hundredths / 6000)}:${whole},${part}`;
}

function drawMedals(pdf: Pdf, { medals }: YearbookData): void {
  const y = beginSection(pdf, 'Medalje po klubovima', 'Sve medalje s Prvenstva saveza, žene i muškarci zajedno.');
  const legend = drawLegend(pdf, y, [
    [INK.warm, 'zlatne'],
    [INK.sea, 'srebrne i brončane'],
  ]);
  drawBars(
    pdf,
    legend + 10,
    medals.map(({ club, gold, all }) => ({ label: club, value: all, part: gold })),
  );
}

function drawMembers(pdf: Pdf, { members, year }: YearbookData): void {
  const lead = 'Seniori i juniori svih klubova zajedno. Za 2020. godinu godišnjak nije izdan.';
  const y = beginSection(pdf, 'Članstvo kroz godine', year > 2020 ? lead : 'Seniori i juniori svih klubova zajedno.');
  const end = drawColumns(
    pdf,
    y + 6,
    300,
    members.map(({ year: past, count }) => ({ label: `${past}.`, value: count })),
  );
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const grown = last.count - first.count;
  const text = `Od ${first.year}. do ${last.year}. godine broj članova porastao je za ${grown}, s ${first.count} na ${last.count}.`;
  write(pdf, text, PAPER.left, end + 12, { size: 11.5, gap: 5 });
}

function drawCalendar(pdf: Pdf, { regattas, year }: YearbookData): void {
  const columns: Column[] = [
    { title: 'Dan', width: 66 },
    { title: 'Natjecanje', width: 182, strong: true },
    { title: 'Mjesto', width: 105 },
    ...[number('Posada', 57), number('Klubova', 57.28)],
  ];
  const rows = regattas.map(({ day, name, place, crews, clubs }) => [day, name, place, String(crews), String(clubs)]);
  drawTable(pdf, beginSection(pdf, 'Kalendar natjecanja', `Regate u ${year}. godini.`), columns, rows);
}

function drawImprint(pdf: Pdf): void {
  const text = [
    'Ovo je ogledni primjerak. Napravio ga je program pri pokretanju pokaznih podataka, da se arhiv dokumenata može isprobati s pravim datotekama.',
    'Savez, klubovi, osobe, regate i rezultati su izmišljeni. Svaka sličnost sa stvarnima je slučajna.',
    'Iz istih podataka uvijek nastaje ista datoteka, do posljednjeg bajta.',
  ];
  let y = beginSection(pdf, 'O ovom primjerku');
  for (const paragraph of text) y = write(pdf, paragraph, PAPER.left, y, { size: 11.5, gap: 5 }) + 10;
}
