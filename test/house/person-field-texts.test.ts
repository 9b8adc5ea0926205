// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PERSON_FIELD_NAMES, type PersonField, PLAIN_FIELDS } from '../../src/accounts/users/person-form.ts';
import { usersPersonalData } from '../../src/accounts/users/users-personal-data.ts';
import { auditNotes } from '../../src/platform/words/audit-note-words.ts';
import { texts as imports } from '../../web/i18n/catalogues/imports.ts';
import { texts as privacy } from '../../web/i18n/catalogues/privacy.ts';

/** How sentences say each field. A new field does not compile until it stands here; then a test names each sentence without it. */
const IN_SENTENCES: Readonly<Record<PersonField, Readonly<Record<'hr' | 'en', RegExp>>>> = {
  email: { hr: /e-adres/i, en: /e-mail|address/i },
  ime: { hr: /\bime\b/i, en: /\bnames?\b/i },
  prezime: { hr: /\bprezime\b/i, en: /\bnames?\b/i },
  full_name: { hr: /\bime\b/i, en: /\bnames?\b/i },
  telefon: { hr: /\btelefon/i, en: /phone/i },
  oib: { hr: /\bOIB\b/, en: /\bOIB\b/ },
  preferred_language: { hr: /\bjezik\b/i, en: /\blanguage\b/i },
};

const leftOut = (sentence: string, language: 'hr' | 'en'): PersonField[] =>
  PERSON_FIELD_NAMES.filter((field) => !IN_SENTENCES[field][language].test(sentence));

test('what people read of an erasure and of a file for import names every field of a person', () => {
  for (const sentence of [privacy['privacy.room.users.goes'], imports['imports.help.columns']])
    for (const language of ['hr', 'en'] as const)
      assert.deepEqual(leftOut(sentence[language], language), [], sentence[language]);
});

test('the documented description of what accounts hold names every field of a person', () => {
  assert.deepEqual(leftOut(usersPersonalData.description.holds, 'en'), [], usersPersonalData.description.holds);
});

test('the audit log has a word for a change of each field of a person', () => {
  assert.deepEqual(
    PERSON_FIELD_NAMES.filter((field) => !(`audit.field.${field}` in auditNotes)),
    [],
  );
});

test('docs/security.md lists the fields that people may change of themselves', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const [, listed = ''] = /^Members of a profile that its owner may change: (.*?);/ms.exec(page) ?? [];
  const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  assert.deepEqual(names.toSorted(), PLAIN_FIELDS.toSorted());
});
