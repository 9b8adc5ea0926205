import { crc32, deflateRawSync } from 'node:zlib';

interface Written {
  /** The rows of the only sheet, as XML within `sheetData`. */
  readonly rows: string;
  /** Before and after them. */
  readonly before?: string;
  readonly after?: string;
}

/** A workbook of one sheet, “List1”, whose XML a test writes itself: what no library writes is to be read too. */
export function workbookFile({ rows, before = '', after = '' }: Written): Buffer {
  const sheet = `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  return zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="List1" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${type}" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
  });
}

/** A row with its cells from the first column on; empty ones are left out. */
export const workbookRow = (line: number, cells: readonly string[], attributes = ''): string => {
  const cell = (text: string, index: number) =>
    text === '' ? '' : `<c r="${String.fromCharCode(65 + index)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`;
  return `<row r="${line}"${attributes}>${cells.map(cell).join('')}</row>`;
};

/** An archive (APPNOTE.TXT §4.3) of deflated texts. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
