// engine: none
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const without =
  spawnSync('soffice', ['--version']).error && 'LibreOffice is not installed (Debian: libreoffice-calc-nogui)';

/** Semicolon, quotation mark, UTF-8: what its dialog asks, and what it writes. */
const SEPARATED = '59,34,76';
const WRITTEN = `csv:Text - txt - csv (StarCalc):${SEPARATED}`;

const PEOPLE = [
  { ime: 'Đurđa', prezime: 'Čćšžđ', email: 'durda@example.hr', telefon: '+385 91 234 5678', oib: '02345678903' },
  { ime: 'Žuža; "Ž"', prezime: 'Čćšžđ-Ž', email: 'zuza@example.hr', telefon: '0915550101', oib: '' },
];
const SHOWN = [
  'Čćšžđ;Đurđa;durda@example.hr;+385 91 234 5678;02345678903;Član;Aktivan račun;',
  'Čćšžđ-Ž;"Žuža; ""Ž""";zuza@example.hr;0915550101;;Član;Aktivan račun;',
];

test('LibreOffice shows letters, leading zeros and the plus of both files as they are', {
  timeout: 120_000,
  skip: without,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-calc-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startTestService(t);
  await service.addPerson({ email: 'admin@example.hr', role: 'admin', prezime: 'Zzz' });
  const headers = { authorization: `Bearer ${await service.tokenOf('admin@example.hr')}` };
  for (const person of PEOPLE) await service.addPerson(person);
  for (const format of ['csv', 'xlsx']) {
    const url = `/api/admin/users/export?format=${format}&q=ccszd`;
    const answer = await service.server.inject({ url, headers });
    assert.equal(answer.statusCode, 200);
    writeFileSync(join(folder, `people.${format}`), answer.rawPayload);
  }
  // The file of semicolons first becomes a workbook: what would be a number or a formula shows there.
  convert(folder, 'people.csv', 'xlsx:Calc MS Excel 2007 XML', `--infilter=CSV:${SEPARATED},1`, 'opened');
  for (const workbook of ['people.xlsx', 'opened/people.xlsx']) {
    convert(folder, workbook, WRITTEN, '--norestore', 'shown');
    const lines = readFileSync(join(folder, 'shown/people.csv'), 'utf8').trim().split('\n');
    assert.match(lines[0] ?? '', /^\uFEFF?Prezime;Ime;E-adresa;Telefon;OIB;/, workbook);
    assert.equal(lines.length, 1 + PEOPLE.length, workbook);
    SHOWN.forEach((start, at) => {
      assert.ok(lines[at + 1]?.startsWith(start), `${workbook}: ${lines[at + 1]}`);
    });
  }
});

function convert(folder: string, file: string, to: string, option: string, into: string): void {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const args = [profile, '--headless', option, '--convert-to', to, '--outdir', join(folder, into), join(folder, file)];
  execFileSync('soffice', args, { stdio: 'pipe' });
}
