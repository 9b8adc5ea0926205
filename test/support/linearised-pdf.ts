import type { PdfBody } from './pdf-writer.ts';

const HEADER = '%PDF-1.7\n';
const PARAMETERS = 80;
/** What a viewer needs for the first page: catalogue, tree, page. */
const FIRST = 3;

interface Places {
  readonly pages: number;
  readonly of: ReadonlyMap<number, number>;
  readonly main: number;
  readonly length: number;
}

/** A PDF for slow connections: the table of the first page comes first, that of all others at the end (ISO 32000-2, annex F). */
export function linearisedPdf(objects: Readonly<Record<number, PdfBody>>, pages: number): Buffer {
  let places: Places = { pages, of: new Map(), main: 0, length: 0 };
  let text = '';
  for (let round = 0; round < 2; round++) [text, places] = arranged(objects, places);
  return Buffer.from(text, 'latin1');
}

function arranged(objects: Readonly<Record<number, PdfBody>>, { pages, of, main, length }: Places): [string, Places] {
  const entries = Object.entries(objects).map(([number, body]): [number, PdfBody] => [Number(number), body]);
  const size = Math.max(PARAMETERS, ...entries.map(([number]) => number)) + 1;
  const table = (numbers: readonly number[]) =>
    `xref\n${numbers.map((number) => `${number} 1\n${padded(of.get(number))} 00000 n \n`).join('')}`;
  const found = new Map<number, number>();
  let text = HEADER;
  const add = (number: number, body: string) => {
    found.set(number, text.length);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  };
  const early = entries.filter(([number]) => number <= FIRST);
  const late = entries.filter(([number]) => number > FIRST);
  add(
    PARAMETERS,
    `<< /Linearized 1 /L ${padded(length)} /O ${FIRST} /E ${padded(main)} /N ${pages} /T ${padded(main)} /H [0 0] >>`,
  );
  const start = text.length;
  text += table([PARAMETERS, ...early.map(([number]) => number)]);
  text += `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${padded(main)} >>\nstartxref\n0\n%%EOF\n`;
  for (const [number, body] of [...early, ...late]) add(number, textOf(body));
  const last = text.length;
  text += table(late.map(([number]) => number)).replace('xref\n', 'xref\n0 1\n0000000000 65535 f \n');
  text += `trailer\n<< /Size ${size} >>\nstartxref\n${start}\n%%EOF\n`;
  return [text, { pages, of: found, main: last, length: text.length }];
}

const textOf = (body: PdfBody): string =>
  typeof body === 'string'
    ? body
    : `<< ${body.entries} /Length ${body.stream.length} >>\nstream\n${body.stream.toString('latin1')}\nendstream`;

/** Of one width, so that places stay what they are when they are filled in. */
const padded = (place = 0): string => String(place).padStart(10, '0');
