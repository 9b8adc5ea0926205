import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { type ImportFixture, openImportFixture } from '../../../test/support/import-fixture.ts';
import { characterOf, SINGLE_BYTE } from './single-byte.ts';

const file = (name: string) => readFileSync(new URL(`../../../test/fixtures/imports/${name}`, import.meta.url));

const DRY = { query: '?dry_run=1' };

/** Whom an import created, by address: surname, first name, telephone, role. */
async function peopleOf({ service }: ImportFixture, importId: number) {
  const found = service.database.read
    .selectFrom('import_rows')
    .innerJoin('users', 'users.id', 'import_rows.user_id')
    .select(['users.email', 'prezime', 'ime', 'telefon', 'oib', 'role'])
    .where('import_id', '=', importId)
    .orderBy('line');
  return (await found.execute()).map(({ email, prezime, ime, telefon, oib, role }) =>
    [email, prezime, ime, telefon, oib, role].filter((text) => text !== '').join(' | '),
  );
}

async function problemsOf(fixture: ImportFixture, id: number) {
  const rows = await fixture.rows(id);
  return rows
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ line, column, reason }) => `${line} ${column} ${reason}`);
}

test('a list with title rows, a sum and Windows-1250 is read from its headings on', async (t) => {
  const fixture = await openImportFixture(t);
  const done = await fixture.run(file('title-rows-cp1250.csv'));
  assert.deepEqual(
    [done.table_line, done.encoding, done.delimiter, done.total, done.notes, done.encoding_rivals],
    [4, 'windows-1250', ';', 5, 1, []],
  );
  assert.deepEqual(await peopleOf(fixture, done.id), [
    'jasna.maric@galeb.example | Marić | Jasna | 091/555-0101 | member',
    'tin.juric@galeb.example | Jurić | Tin | 098 555 0102 | member',
    'djurdja.saric@galeb.example | Šarić | Đurđa | +385 91 5550103 | member',
  ]);
  assert.deepEqual(await problemsOf(fixture, done.id), ['8 email emails', '9 email missing']);
});

for (const [name, form, sheet] of [
  ['club-list-cp1250.csv', 'csv', null],
  ['club-list.xlsx', 'xlsx', 'List1'],
] as const)
  test(`a club’s list, ${name}: each person, and each problem as what it is`, async (t) => {
    const fixture = await openImportFixture(t);
    const done = await fixture.run(file(name));
    assert.deepEqual([done.form, done.sheet, done.table_line, done.total, done.notes], [form, sheet, 1, 10, 1]);
    assert.deepEqual(done.ignored_columns, ['R.br.', 'Datum rođenja', 'Kategorija']);
    assert.deepEqual(await peopleOf(fixture, done.id), [
      'jasna.maric@galeb.example | Marić | Jasna | 091/555-0101 | member',
      'tin.juric@galeb.example | Jurić | Tin | 098 555 0102 | member',
      'djurdja.saric@galeb.example | Šarić | Đurđa | +385 91 5550103 | member',
      'zeljko.vidovic@galeb.example | Vidović | Željko | member',
      "sean@galeb.example | O'Brien | Seán | member",
    ]);
    assert.deepEqual(await problemsOf(fixture, done.id), [
      '5 email emails',
      '6 email missing',
      '7 oib oib',
      '8 email duplicate_in_file',
      '10 email email',
    ]);
  });

test('commas and line breaks in headings, sep=;, ISO-8859-2, spaces in telephones and nicknames are read as they are meant', async (t) => {
  const fixture = await openImportFixture(t);
  for (const [name, delimiter, columns, people] of [
    ['header-commas.csv', ';', 3, ['c3@proba.example | Horvat | Ana | member']],
    ['header-newline-first.csv', ';', 3, ['c1b@proba.example | Horvat | Ana | 0911234567 | member']],
    ['sep.csv', ';', 3, ['c2a@proba.example | Horvat | Ana | member']],
    [
      'latin2.csv',
      ';',
      3,
      ['c4@proba.example | Šimić | Željko | member', 'c4b@proba.example | Žužić | Joško | member'],
    ],
    ['phone-nbsp.csv', ';', 4, ['a1@proba.example | B | A | +385 91 123 4567 | member']],
    [
      'nickname-in-quotes.csv',
      ';',
      3,
      [
        'a1@galeb.example | Anić | Ana | member',
        'a2@galeb.example | Babić | Nika "Beba" | member',
        'a3@galeb.example | Ivić | Iva | member',
      ],
    ],
  ] as const) {
    const done = await fixture.run(file(name));
    assert.deepEqual([done.delimiter, done.columns.length, done.failed], [delimiter, columns, 0], name);
    assert.deepEqual(await peopleOf(fixture, done.id), people, name);
  }
  const [, second] = (await fixture.run(file('header-newline-first.csv'), { query: '?dry_run=1' })).columns;
  assert.deepEqual(second, { heading: 'E-mail', field: 'email' });
});

test('words for roles as people say them are asked once for all alike', async (t) => {
  const fixture = await openImportFixture(t);
  const done = await fixture.run(file('roles-as-people-say.csv'), { query: '?dry_run=1' });
  assert.deepEqual([done.created, done.failed], [2, 3]);
  assert.deepEqual(
    done.unknown_roles.map(({ word, likely }: { word: string; likely: string }) => [word, likely]),
    [
      ['tajnik', 'admin'],
      ['trener', 'manager'],
      ['veslač', 'member'],
    ],
  );
});

const DELIMITERS = [',', ';', '\t'];
const LINE_ENDS = ['\n', '\r\n', '\r'];
const ENCODINGS = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be', ...SINGLE_BYTE];

function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\uFEFF${text}`);
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16(); // without a mark
  const byteOf = new Map(
    Array.from(
      { length: 256 },
      (_, byte) => [characterOf(encoding as (typeof SINGLE_BYTE)[number], byte), byte] as const,
    ),
  );
  return Buffer.from(
    Array.from(text, (character) => byteOf.get(character) ?? assert.fail(`${character} in ${encoding}`)),
  );
}

test('every delimiter, encoding, line end, with quotes and without, below titles and without, gives exactly the same people', async (t) => {
  const fixture = await openImportFixture(t);
  let number = 0;
  let token = fixture.admin;
  for (const encoding of ENCODINGS)
    for (const delimiter of DELIMITERS)
      for (const end of LINE_ENDS) {
        number += 1;
        if (number % 25 === 0)
          token = await fixture.service.tokenOf(
            (await fixture.service.addPerson({ role: 'admin', email: `admin${number}@example.hr` })).email,
          );
        const [quoted, titled] = [number % 2 === 0, number % 3 !== 0];
        const last = encoding === 'mac-ce' ? ['Lucija', 'Čačić'] : ['Đurđa', 'Čačić']; // that encoding has no đ
        const people = [['Željko', 'Šimić'], ['Joško', 'Žužić'], last];
        const rows = [
          ['E-mail', 'Ime', 'Prezime', 'Mobitel'],
          ...people.map(([ime = '', prezime = ''], index) => [
            `n${number}.${index}@example.hr`,
            ime,
            prezime,
            quoted ? `091${delimiter === ',' ? ' ' : '/'}234 567${index}` : `091 234 567${index}`,
          ]),
        ];
        const titles = [['Veslački klub “Galeb”'], ['Popis za 2026.', '', '', ''], ['', '', '', '']];
        const plain = encoding.startsWith('utf')
          ? titles
          : titles.map((row) => row.map((cell) => cell.replace(/[“”]/g, '')));
        const lines = [...(titled ? plain : []), ...rows, ...(titled ? [['UKUPNO:', '3', '', '']] : [])];
        const text = lines.map((row) => row.map((cell) => (quoted ? `"${cell}"` : cell)).join(delimiter)).join(end);
        const name = JSON.stringify({ encoding, delimiter, end, quoted, titled });
        const done = await fixture.run(encoded(text, encoding), { token });
        assert.deepEqual(
          [done.encoding, done.delimiter, done.table_line, done.created, done.failed, done.encoding_rivals],
          [encoding.split(' ', 1)[0], delimiter, titled ? 4 : 1, 3, 0, []],
          name,
        );
        assert.deepEqual(
          (await peopleOf(fixture, done.id)).map((one) => one.split(' | ').slice(1, 3)),
          people.map(([ime, prezime]) => [prezime, ime]),
          name,
        );
      }
  assert.ok(number > 60, `${number} files`);
});

test('where two encodings give likely names, somebody is asked and can choose', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const text = 'email;ime;prezime\na@example.hr;Ana;Miša\nb@example.hr;Eva;Miša\n';
  const other = await fixture.run(encoded('email;prezime\na@example.hr;Jäger\n', 'windows-1250'), {
    query: '?dry_run=1',
  });
  assert.deepEqual([other.encoding, other.encoding_rivals], ['windows-1250', ['mac-ce']]);
  const check = await fixture.run(encoded(text, 'mac-ce'), { query: '?dry_run=1' });
  assert.deepEqual([check.encoding, check.encoding_rivals], ['windows-1250', ['mac-ce']]);
  const cells = await service.call(`GET /api/admin/imports/${check.id}/cells`, { token: admin });
  assert.deepEqual(cells.body.names, [
    { encoding: 'windows-1250', words: ['Miäa'] },
    { encoding: 'mac-ce', words: ['Miša'] },
  ]);
  const body = { encoding: 'mac-ce' };
  const next = await service.call(`POST /api/admin/imports/${check.id}/check`, { token: admin, body });
  await service.imports.runDue();
  const again = await service.call(`GET /api/admin/imports/${next.body.id}`, { token: admin });
  assert.deepEqual([again.body.encoding, again.body.encoding_rivals], ['mac-ce', []]);
  await service.call(`POST /api/admin/imports/${next.body.id}/run`, { token: admin, body: {} });
  await service.imports.runDue();
  assert.deepEqual(
    (await service.call('GET /api/admin/users?q=misa', { token: admin })).body.items.map(
      ({ prezime }: { prezime: string }) => prezime,
    ),
    ['Miša', 'Miša'],
  );
});

test('the headings can be moved to another line, and are found on two', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const text = 'Ime i;E-;Broj\nprezime;mail;mobitela\nAna Anić;a@example.hr;091 1\n';
  const joined = await fixture.run(text, { query: '?dry_run=1' });
  assert.deepEqual([joined.table_line, joined.heading_lines, joined.total], [1, 2, 1]);
  assert.deepEqual(joined.columns[0], { heading: 'Ime i prezime', field: 'full_name' });
  const wrong = 'email;ime;prezime\nadresa;ime;prezime\na@example.hr;Ana;Anić\n';
  const check = await fixture.run(wrong, { query: '?dry_run=1' });
  const shown = await service.call(`GET /api/admin/imports/${check.id}/cells`, { token: admin });
  assert.deepEqual(shown.body.beginning.slice(0, 2), [
    { line: 1, text: 'email · ime · prezime' },
    { line: 2, text: 'adresa · ime · prezime' },
  ]);
  const body = { table_line: 2, mapping: { adresa: 'email' } };
  const next = await service.call(`POST /api/admin/imports/${check.id}/check`, { token: admin, body });
  assert.equal(next.status, 202, next.text);
  await service.imports.runDue();
  const moved = await service.call(`GET /api/admin/imports/${next.body.id}`, { token: admin });
  assert.deepEqual([moved.body.table_line, moved.body.total, moved.body.created], [2, 1, 1]);
});

test('addresses, telephones and OIBs are read as people and spreadsheets write them, or refused with what is wrong', async (t) => {
  const fixture = await openImportFixture(t);
  const rows = [
    ['mailto:a@example.hr', '"=""0911"""', '69435151530'],
    ['"Iva Ivić <b@example.hr>"', '911234567', '69435151530,0'],
    ['c@example.hr.', '385911234567', '6,9435151530E+10'],
    ['d@example.hr', '3,85912E+11', ''],
    ['e@example.hr', '', '3,85912E+10'],
    ['x@example.hr / y@example.hr', '', ''],
    ['f\u200b@example.hr', '', ''],
    ['\u00a0g@example.hr\u00a0', 'tel: 021 555 010', ' 6943 5151 530 '],
    ['h@example.hr', '', '1234567890'],
    ['ana @example.hr', '', ''],
  ];
  const done = await fixture.run(`email;telefon;oib\n${rows.map((cells) => cells.join(';')).join('\n')}\n`);
  assert.deepEqual(await problemsOf(fixture, done.id), [
    '5 telefon number_cut',
    '6 oib number_cut',
    '7 email emails',
    '8 email email_unseen',
    '10 oib oib',
    '11 email email',
  ]);
  assert.deepEqual(await peopleOf(fixture, done.id), [
    'a@example.hr | 0911 | 69435151530 | member',
    'b@example.hr | 0911234567 | 69435151530 | member',
    'c@example.hr | +385911234567 | 69435151530 | member',
    'g@example.hr | 021 555 010 | 69435151530 | member',
  ]);
  const zeros = await fixture.run('email;oib\nz@example.hr;1234567896\nw@example.hr;123456785\n');
  assert.deepEqual(await peopleOf(fixture, zeros.id), [
    'z@example.hr | 01234567896 | member',
    'w@example.hr | 00123456785 | member',
  ]);
});

test('sheets, dates, numbers, formulas, far and empty cells of a workbook are read; archives and bombs are refused', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const check = await fixture.run(
    workbook({
      Upute:
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Čitaj</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
      Ljudi: PEOPLE,
    }),
    DRY,
  );
  assert.deepEqual([check.sheets, check.sheet, check.table_line], [['Upute', 'Ljudi'], 'Ljudi', 5]);
  const target = `POST /api/admin/imports/${check.id}/check`;
  const other = await service.call(target, { token: admin, body: { sheet: 'Upute' } });
  assert.deepEqual([other.status, other.body.code], [422, 'imports.no_email']);
  const next = await service.call(target, { token: admin, body: { sheet: 'Ljudi' } });
  assert.equal(next.status, 202, next.text);
  await service.imports.runDue();
  const cells = await service.call(`GET /api/admin/imports/${next.body.id}/cells`, { token: admin });
  assert.deepEqual(
    cells.body.rows.map(({ line, cells: texts }: { line: number; cells: string[] }) => [line, ...texts]),
    [
      [6, 'ana@example.hr', 'Ana & Eva', '1. 2. 2010.', '385911234567'],
      [9, 'eva@example.hr', '', '', '', 'x'],
    ],
  );
  const run = await service.call(`POST /api/admin/imports/${next.body.id}/run`, { token: admin, body: {} });
  await service.imports.runDue();
  assert.deepEqual(await peopleOf(fixture, run.body.id), ['ana@example.hr | Ana & Eva | +385911234567 | member']);
  assert.deepEqual(await problemsOf(fixture, run.body.id), ['9 null too_many_cells']);
  const bomb = workbook({
    List1: `<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(6 * 1024 * 1024)}</t></is></c></row>`,
  });
  for (const [bytes, code] of [
    [bomb, 'imports.too_large'],
    [Buffer.from(zipSync({ 'a.txt': new Uint8Array(10) })), 'imports.workbook'],
    [Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(600)]), 'imports.workbook'],
    [workbook({ List1: PEOPLE }).subarray(0, 900), 'imports.workbook'],
    [workbook({ List1: oneRow(1, 'a'.repeat(32_768)) }), 'imports.too_large'],
    [workbook({ List1: oneRow(1, 'a'.repeat(30_000), 'b'.repeat(30_000), 'c'.repeat(30_000)) }), 'imports.too_large'],
    [workbook({ List1: oneRow(5, 'E-mail') + oneRow(5, 'ana@example.hr') }), 'imports.workbook'],
    [workbook({ List1: oneRow(0, 'E-mail') }), 'imports.workbook'],
    [workbook({ List1: oneRow(1e300, 'E-mail') }), 'imports.workbook'],
    [workbook({ List1: '<row '.repeat(400_000) }), 'imports.empty'],
    [
      Buffer.from(zipSync({ mimetype: [Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] })),
      'imports.open_document',
    ],
  ] as const) {
    const refused = await fixture.upload(bytes);
    assert.deepEqual([refused.status, refused.body.code], [422, code]);
  }
});

const oneRow = (line: number, ...texts: string[]): string =>
  `<row r="${line}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

test('a workbook whose cells share one text is refused before the row is written as one', async (t) => {
  const fixture = await openImportFixture(t);
  const cells = '<c t="s"><v>0</v></c>'.repeat(900);
  const shared = workbook({ List1: `<row r="1">${cells}</row>` }, `<si><t>${'č'.repeat(1_000_000)}</t></si>`);
  const refused = await fixture.upload(shared);
  assert.deepEqual([refused.status, refused.body.code], [422, 'imports.too_large']);
});

test('names of sheets are kept short, and without what does not show', async (t) => {
  const fixture = await openImportFixture(t);
  const check = await fixture.run(workbook({ [`A\u200b${'b'.repeat(5000)}`]: PEOPLE }), DRY);
  assert.deepEqual(check.sheets, [`A${'b'.repeat(30)}`]);
});

/** Of the processor, the first start of a thread included; by a pattern that goes back it took a quarter of a minute. */
const QUICK = 3000;

test('a cell of braces and a name without end are shown in no time', async (t) => {
  const fixture = await openImportFixture(t);
  const { service, admin } = fixture;
  const letters = Buffer.alloc(60_000, 0xe8); // č in Windows-1250
  const rows = [
    Buffer.from('email;ime\nana@example.hr;'),
    Buffer.from(`${'{'.repeat(60_000)}\neva@example.hr;`),
    letters,
  ];
  const check = await fixture.run(Buffer.concat(rows), DRY);
  for (const target of [`GET /api/admin/imports/${check.id}`, `GET /api/admin/imports/${check.id}/cells`]) {
    const before = process.cpuUsage();
    assert.equal((await service.call(target, { token: admin })).status, 200);
    const { user } = process.cpuUsage(before);
    assert.ok(user / 1000 < QUICK, `${target} took ${user / 1000} ms`);
  }
});

/** Empty rows and a title above, a hidden row, a shared text with runs, a date, a formula. */
const PEOPLE = `<row r="2"><c r="A2" t="inlineStr"><is><t>Popis</t></is></c></row>
<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="inlineStr"><is><t>Ime</t></is></c><c r="C5" t="inlineStr"><is><t>Rođen</t></is></c><c r="D5" t="inlineStr"><is><t>Mobitel</t></is></c></row>
<row r="6" hidden="1"><c r="A6" t="str"><f>LOWER("ANA")</f><v>ana@example.hr</v></c><c r="B6" t="inlineStr"><is><t>Ana &amp; </t><t>Eva</t></is></c><c r="C6" s="1"><v>40210</v></c><c r="D6"><v>3.85911234567E11</v></c></row>
<row r="7"/><row r="8"><c r="A8" s="1"/></row>
<row r="9"><c r="A9" t="inlineStr"><is><t>eva@example.hr</t></is></c><c r="E9" t="inlineStr"><is><t>x</t></is></c></row>`;

const E_MAIL = '<si><r><t>E-</t></r><r><t>mail</t></r><rPh><t>no</t></rPh></si>';

function workbook(sheets: Record<string, string>, texts = E_MAIL): Buffer {
  const names = Object.keys(sheets);
  const related = (kind: string, target: string, id: string) =>
    `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="s${n}"/>`).join('')}<sheet name="Skriveni" state="hidden" r:id="s0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, n) => related('worksheet', `worksheets/sheet${n}.xml`, `s${n}`)).join('')}${related('styles', 'styles.xml', 'st')}${related('sharedStrings', '/xl/sharedStrings.xml', 'ss')}</Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    ...Object.fromEntries(
      names.map((name, n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  };
  const bytes = Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes), { level: 1 }));
}

test('an old workbook is refused as what it is, and refused files do not use up the hour', async (t) => {
  const fixture = await openImportFixture(t);
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  for (let tries = 0; tries < 40; tries++) {
    const old = await fixture.upload(compound);
    assert.deepEqual([old.status, old.body.code], [422, 'imports.old_workbook']);
  }
  for (let tries = 0; tries < 30; tries++)
    assert.equal(
      (await fixture.upload(`email\na${tries}@example.hr\n`, { query: '?dry_run=1' })).status,
      202,
      `${tries}`,
    );
  const late = await fixture.upload('email\nlate@example.hr\n', { query: '?dry_run=1' });
  assert.deepEqual([late.status, late.body.code], [429, 'request.too_many']);
  assert.ok(Number(late.headers['retry-after']) > 0);
});
