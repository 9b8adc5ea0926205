import { linearisedPdf } from './linearised-pdf.ts';
import { aesProtection, type PdfProtection, rc4Protection } from './pdf-cipher.ts';
import { type PdfBody, PdfWriter, pageOf, references } from './pdf-writer.ts';

/** The objects of a revision. */
type Objects = Readonly<Record<number, PdfBody>>;

export interface FamilyMember {
  readonly name: string;
  readonly bytes: Buffer;
  readonly pages: number;
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const ENCRYPTION = 90;
let streams = 100;

/** A page tree at 2 with pages from 3 on. */
function flatTree(count: number, entries = ''): Objects {
  const numbers = Array.from({ length: count }, (_none, index) => index + 3);
  const tree = `<< /Type /Pages ${entries} /Kids [${references(numbers)}] /Count ${count} >>`;
  return { 1: CATALOGUE, 2: tree, ...Object.fromEntries(numbers.map((number) => [number, pageOf(2)])) };
}

const attached = new PdfWriter();
for (const [number, body] of Object.entries(flatTree(9))) attached.object(Number(number), body);

const misleading = 'BT (/Type /Pages /Count 77 2 0 obj << /Type /Pages /Count 78 >> endobj) Tj ET';

/** What a document may hold: its revisions, oldest first, and how many pages it has. */
const contents: Readonly<Record<string, readonly [number, ...Objects[]]>> = {
  'a flat tree': [3, flatTree(3)],
  'one page': [1, flatTree(1)],
  'a nested tree': [
    4,
    {
      ...flatTree(2),
      2: '<< /Type /Pages /Kids [5 0 R 6 0 R] /Count 4 >>',
      3: pageOf(5),
      4: pageOf(5),
      5: '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R 4 0 R] /Count 2 >>',
      6: '<< /Type /Pages /Parent 2 0 R /Kids [7 0 R 8 0 R] /Count 2 >>',
      7: pageOf(6),
      8: pageOf(6),
    },
  ],
  'inherited resources with a count': [
    3,
    flatTree(3, '/Resources << /Properties << /P0 << /Type /OCMD /Count 41 >> /Kids 42 >> >> /Rotate 90'),
  ],
  'a count of its own': [2, { ...flatTree(2), 2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 9 0 R >>', 9: '2' }],
  'keys with escapes': [2, { ...flatTree(2), 2: '<</Type/Page#73/K#69ds[3 0 R 4 0 R]/Cou#6et 2>>' }],
  'an attached PDF': [
    2,
    {
      ...flatTree(2),
      1: '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a.pdf) 9 0 R] >> >> >>',
      9: '<< /Type /Filespec /F (a.pdf) /EF << /F 10 0 R >> >>',
      10: { entries: '/Type /EmbeddedFile', stream: attached.endWithTable().bytes },
    },
  ],
  'a page that shows a page tree': [
    2,
    { ...flatTree(2), 3: pageOf(2, '/Contents 9 0 R'), 9: { entries: '', stream: Buffer.from(misleading) } },
  ],
  'layers named after streams': [
    2,
    {
      ...flatTree(2),
      1: '<< /Type /Catalog /OCProperties << /OCGs [9 0 R] /D << >> >> /Pages 2 0 R >>',
      9: '<< /Type /OCG /Name (Downstream endobj layers) >>',
    },
  ],
  'pages removed by an update': [2, flatTree(5), { 2: '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>' }],
  'pages added by two updates': [4, flatTree(1), flatTree(2), flatTree(4)],
  'another tree by an update': [
    1,
    flatTree(6),
    { 1: '<< /Type /Catalog /Pages 20 0 R >>', 20: '<< /Type /Pages /Kids [21 0 R] /Count 1 >>', 21: pageOf(20) },
  ],
};

type Writing = (writer: PdfWriter, objects: Objects, entries: string) => void;

const isText = (entry: [string, PdfBody]): entry is [string, string] => typeof entry[1] === 'string';

const writeObjects = (writer: PdfWriter, objects: Objects, options = {}) => {
  for (const [number, body] of Object.entries(objects)) writer.object(Number(number), body, options);
};

/** How each revision is written. */
const writings: Readonly<Record<string, Writing>> = {
  'with a table': (writer, objects, entries) => {
    writeObjects(writer, objects);
    writer.endWithTable({ entries });
  },
  'with a stream of places': (writer, objects, entries) => {
    writeObjects(writer, objects);
    writer.endWithStream(streams++, { entries });
  },
  'in an object stream': (writer, objects, entries) => {
    const texts = Object.entries(objects).filter(isText);
    const others = Object.entries(objects).filter((entry) => !isText(entry));
    writer.packed(streams++, Object.fromEntries(texts));
    writeObjects(writer, Object.fromEntries(others));
    writer.endWithStream(streams++, { entries });
  },
  'with odd white space': (writer, objects, entries) => {
    for (const [number, body] of Object.entries(objects)) {
      const text =
        typeof body === 'string' ? body.replaceAll(' /', '%/Count 7 >>\r/').replaceAll(' ', '\0\f\t ') : body;
      writer.raw('\r\r% 2 0 obj << /Type /Pages /Count 70 >>\r').object(Number(number), text, { separator: '\n\t' });
    }
    writer.endWithTable({ entries });
  },
  'without ends of objects': (writer, objects, entries) => {
    writeObjects(writer, objects, { end: '\n' });
    writer.endWithTable({ entries });
  },
};

/** What mail programs and disks put around a file. */
const surroundings: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'behind a header of mail': (bytes) => Buffer.concat([Buffer.from('From: tajnik@savez.example\r\n\r\n'), bytes]),
  'before a kibibyte of nothing': (bytes) => Buffer.concat([bytes, Buffer.alloc(1024)]),
};

/** The table is missing or wrong, so that readers search for the objects. */
const damages: Readonly<Record<string, (text: string) => string>> = {
  'without its end': (text) => text.slice(0, text.lastIndexOf('startxref')),
  'with an end that leads nowhere': (text) => text.replaceAll(/startxref\n\d+/g, 'startxref\n7'),
  'with wrong places': (text) => text.replaceAll(/^(\d{10}) 00000 n/gm, '0000000011 00000 n'),
};

const protections: Readonly<Record<string, PdfProtection | undefined>> = {
  '': undefined,
  ', RC4 without a password to open': rc4Protection(''),
  ', AES without a password to open': aesProtection(''),
};

function written(revisions: readonly Objects[], ways: readonly Writing[], protection?: PdfProtection): Buffer {
  const writer = new PdfWriter(protection);
  const entries = protection === undefined ? '' : `/Encrypt ${ENCRYPTION} 0 R /ID ${protection.id}`;
  if (protection !== undefined) writer.object(ENCRYPTION, protection.dictionary);
  for (const [index, objects] of revisions.entries()) (ways[index] ?? ways.at(-1))?.(writer, objects, entries);
  return writer.bytes;
}

/** Every content, written in every way, whole, protected and damaged; updates also in another way than the original. */
export function* pdfFamily(): Generator<FamilyMember> {
  for (const [content, [pages, ...revisions]] of Object.entries(contents)) {
    const [original, update] = revisions;
    for (const [way, write] of Object.entries(writings)) {
      const name = `${content}, ${way}`;
      const bytes = written(revisions, [write]);
      for (const [protection, cipher] of Object.entries(protections))
        yield { name: name + protection, bytes: written(revisions, [write], cipher), pages };
      for (const [around, change] of Object.entries(surroundings))
        yield { name: `${name}, ${around}`, bytes: change(bytes), pages };
      if (update !== undefined) {
        for (const [other, rewrite] of Object.entries(writings))
          yield { name: `${name}, then ${other}`, bytes: written(revisions, [write, rewrite]), pages };
      } else if (!content.startsWith('an attached')) {
        // a search for objects would find those of the attachment, too
        for (const [damage, change] of Object.entries(damages))
          yield { name: `${name}, ${damage}`, bytes: Buffer.from(change(bytes.toString('latin1')), 'latin1'), pages };
      }
    }
    if (update === undefined && original)
      yield { name: `${content}, linearised`, bytes: linearisedPdf(original, pages), pages };
  }
}
