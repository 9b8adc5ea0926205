import { saveFile } from '../components/table/save-file.ts';
import type { Language } from '../i18n/language.ts';

/** Without a byte order mark, spreadsheets assume a legacy encoding. */
const MARK = '\uFEFF';
const HEADINGS = {
  hr: ['email', 'ime', 'prezime', 'telefon', 'oib', 'uloga', 'jezik'],
  en: ['email', 'first_name', 'last_name', 'phone', 'oib', 'role', 'preferred_language'],
};
const NAMES = { hr: 'uvoz-predlozak.csv', en: 'import-template.csv' };
const EXAMPLE = ['ana.horvat@example.hr', 'Ana', 'Horvat', '+385 91 234 5678', ''];
const WORDS = { hr: ['član', 'hr'], en: ['member', 'en'] };

/** A template with the known headings and a sample row. Semicolons, as spreadsheets expect in Croatia. */
export function saveTemplate(language: Language): void {
  const text = [HEADINGS[language], [...EXAMPLE, ...WORDS[language]]].map((cells) => `${cells.join(';')}\r\n`).join('');
  saveFile(new Blob([MARK + text], { type: 'text/csv' }), NAMES[language]);
}
