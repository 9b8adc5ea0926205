// engine: none
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ApiError } from '../../client/api-error.ts';
import { textsIn } from '../../src/platform/words/catalogue.ts';
import { type CataloguedError, errorCatalogue } from '../../tools/docs/error-catalogue.ts';
import { realRoutes } from '../../tools/docs/real-routes.ts';
import { problemText } from '../../web/components/form/problem-text.ts';
import { texts as everyPage } from '../../web/i18n/catalogues/every-page.ts';
import { texts as refusals } from '../../web/i18n/catalogues/refusals.ts';
import type { Say } from '../../web/i18n/text-keys.ts';
import { addTexts, translate } from '../../web/i18n/translate.ts';

const root = join(import.meta.dirname, '../..');

/** Met by programs, proxies and browsers only; `auth` and `refresh` end in the page that says one is signed out. */
const NOT_ON_PAGES = [
  /^auth\./,
  /^refresh\./,
  /^access\.scope$/,
  /^login\.2fa_required$/,
  /^documents\.(?:range|changed)$/,
  /^request\.(?:headers_too_large|malformed|method|target|tenant)$/,
  /^server\.not_ready$/,
];

let errors: readonly CataloguedError[];
let said: Record<'hr' | 'en', Say>;

before(async () => {
  errors = errorCatalogue(await realRoutes());
  for (const language of ['hr', 'en'] as const)
    for (const texts of [everyPage, refusals]) addTexts(language, textsIn(texts, language));
  const sayIn =
    (language: 'hr' | 'en'): Say =>
    (key, values) =>
      translate(language, key, values);
  said = { hr: sayIn('hr'), en: sayIn('en') };
});

const refusalOf = ({ status, code, hr }: CataloguedError, members = {}): ApiError =>
  new ApiError(status, { code, detail: hr, ...members }, null);

test('each refusal that a page can meet is told in the page’s own words, else in Croatian in those of the service', () => {
  for (const error of errors.filter(({ code }) => !NOT_ON_PAGES.some((pattern) => pattern.test(code)))) {
    const own = refusals[`error.${error.code}`];
    assert.ok(own !== undefined, `${error.code} has no text in English`);
    assert.equal(problemText(refusalOf(error), said.hr, 'hr'), own.hr ?? error.hr, error.code);
    assert.equal(problemText(refusalOf(error), said.en, 'en'), own.en, error.code);
  }
});

test('every table of refusals is loaded with its room', async () => {
  const listed = errors.length;
  for (const path of globSync('src/**/*-errors.ts', { cwd: root })) await import(join(root, path));
  assert.equal(errorCatalogue([]).length, listed);
});

test('no text is dead: each is of a refusal, differs from that of the service, and none is kept elsewhere', () => {
  const details = new Map(errors.map(({ code, hr }) => [code, hr]));
  for (const [key, { hr }] of Object.entries(refusals)) {
    const detail = details.get(key.replace(/^error\./, ''));
    assert.ok(detail !== undefined, `the service never answers ${key}`);
    assert.notEqual(hr, detail, `${key}: the service says the same`);
  }
  for (const path of globSync('web/i18n/catalogues/**/*.ts', { cwd: root, exclude: ['**/refusals.ts'] })) {
    const keys = [...readFileSync(join(root, path), 'utf8').matchAll(/^ {2}'error\.([\w.]+)'/gm)].map(
      ([, code]) => code,
    );
    assert.deepEqual(
      keys.filter((code) => details.has(code ?? '')),
      [],
      `${path}: texts of refusals are in refusals.ts`,
    );
  }
});

test('a wrong guess is counted in words, in the plural of its numbers; the one that locks says so', () => {
  const tell = (code: string, language: 'hr' | 'en', wrong: 'password' | 'code', members: object) => {
    const error = errors.find((one) => one.code === code);
    assert.ok(error, code);
    return problemText(refusalOf(error, members), said[language], language, wrong);
  };
  const counted = { count: 1, most: 3, lock_minutes: 5 };
  assert.deepEqual(
    [
      tell('login.wrong', 'hr', 'password', counted),
      tell('login.wrong', 'hr', 'code', counted),
      tell('2fa.wrong_code', 'hr', 'password', { ...counted, most: 5, lock_minutes: 1 }),
      tell('login.wrong', 'en', 'password', counted),
      tell('password.wrong', 'hr', 'code', {}),
      tell('password.wrong', 'hr', 'password', {}),
      tell('login.wrong', 'hr', 'password', { ...counted, count: 3, locked_until: '2026-03-01T10:05:00.000Z' }),
    ],
    [
      'Pogrešna e-adresa ili lozinka (1/3). Nakon 3 pogrešna pokušaja račun se zaključava na 5 minuta.',
      'Kod nije ispravan (1/3). Nakon 3 pogrešna pokušaja račun se zaključava na 5 minuta.',
      'Kod nije ispravan (1/5). Nakon 5 pogrešnih pokušaja račun se zaključava na 1 minutu.',
      'Wrong e-mail or password (1/3). After 3 failed attempts the account is locked for 5 minutes.',
      'Kod nije ispravan.',
      'Lozinka nije ispravna.',
      'Ni ovaj pokušaj nije bio ispravan (3/3), pa je račun zaključan.',
    ],
  );
});

test('an answer without a code, of a proxy, is told in general words', () => {
  for (const proxys of [new ApiError(502, {}, null), new ApiError(500, { code: 'internal', detail: 'oops' }, null)])
    assert.equal(problemText(proxys, said.hr, 'hr'), 'Dogodila se greška kod nas. Pokušajte ponovno.');
});
