import { saveFile } from '../parts/save-file.ts';

/** Spreadsheets take a file without it for one in the machine's old encoding. */
const MARK = '\uFEFF';
const HEADINGS = ['email', 'ime', 'prezime', 'telefon', 'oib', 'uloga', 'jezik'];
const EXAMPLE = ['ana.horvat@example.hr', 'Ana', 'Horvat', '+385 91 234 5678', '', 'member', 'hr'];

/** A file to begin with: the headings that are understood, and a row to write over. Semicolons, as spreadsheets here expect. */
export function saveTemplate(): void {
  const text = [HEADINGS, EXAMPLE].map((cells) => `${cells.join(';')}\r\n`).join('');
  saveFile(new Blob([MARK + text], { type: 'text/csv' }), 'uvoz-predlozak.csv');
}
