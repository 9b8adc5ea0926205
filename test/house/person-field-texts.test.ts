// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CORRECTED_FIELDS } from '../../src/accounts/recipients/order.ts';
import { PERSON_FIELD_NAMES, type PersonField, PLAIN_FIELDS } from '../../src/accounts/users/person-form.ts';
import { usersPersonalData } from '../../src/accounts/users/users-personal-data.ts';
import { joiningPersonalData } from '../../src/people/invitations/joining-personal-data.ts';
import { auditNotes } from '../../src/platform/words/audit-note-words.ts';
import { dataWords } from '../../src/platform/words/data-words.ts';
import { texts as imports } from '../../web/i18n/catalogues/imports.ts';
import { texts as privacy } from '../../web/i18n/catalogues/privacy.ts';

const POLICIES = join(import.meta.dirname, '../../src/accounts/privacy-policies');

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

test('what people read of an erasure, a correction and a file for import names every field of a person', () => {
  for (const sentence of [
    privacy['privacy.room.users.goes'],
    imports['imports.help.columns'],
    dataWords['data.right.correct'],
  ])
    for (const language of ['hr', 'en'] as const)
      assert.deepEqual(leftOut(sentence[language], language), [], sentence[language]);
});

test('the documented description of what accounts hold names every field of a person', () => {
  assert.deepEqual(leftOut(usersPersonalData.description.holds, 'en'), [], usersPersonalData.description.holds);
  const joining = joiningPersonalData.description.holds;
  assert.deepEqual(leftOut(joining, 'en'), ['email'], joining);
});

test('the default privacy policy names every field of a person that says something of them', () => {
  for (const language of ['hr', 'en'] as const) {
    const page = readFileSync(join(POLICIES, `default-policy.${language}.md`), 'utf8');
    const [, kept = ''] = /^- (.*)$/m.exec(page) ?? [];
    assert.deepEqual(leftOut(kept, language), ['preferred_language'], kept);
  }
});

/** Recipients of a person's data are told of a correction of these. */
const CORRECTED: Readonly<Record<PersonField, boolean>> = {
  email: true,
  ime: true,
  prezime: true,
  full_name: true,
  telefon: true,
  oib: true,
  preferred_language: false,
};

test('of each field of a person it is said whether recipients are told of its correction', () => {
  const told = PERSON_FIELD_NAMES.filter((field) => CORRECTED[field]);
  assert.deepEqual([...CORRECTED_FIELDS].toSorted(), told.toSorted());
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
