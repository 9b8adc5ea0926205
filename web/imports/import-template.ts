import { saveFile } from '../parts/save-file.ts';
import type { Language } from '../texts/texts.ts';

/** Spreadsheets take a file without it for one in the machine's old encoding. */
const MARK = '\uFEFF';
const HEADINGS = {
  hr: ['email', 'ime', 'prezime', 'telefon', 'oib', 'uloga', 'jezik'],
  en: ['email', 'first_name', 'last_name', 'phone', 'oib', 'role', 'preferred_language'],
};
const NAMES = { hr: 'uvoz-predlozak.csv', en: 'import-template.csv' };
const EXAMPLE = ['ana.horvat@example.hr', 'Ana', 'Horvat', '+385 91 234 5678', '', 'member', 'hr'];

/** A file to begin with: the headings that are understood, and a row to write over. Semicolons, as spreadsheets here expect. */
export function saveTemplate(language: Language): void {
  const text = [HEADINGS[language], EXAMPLE].map((cells) => `${cells.join(';')}\r\n`).join('');
  saveFile(new Blob([MARK + text], { type: 'text/csv' }), NAMES[language]);
}
