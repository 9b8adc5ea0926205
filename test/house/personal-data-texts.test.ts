// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalDataContributors } from '../../src/entry/app/declarations.ts';
import { partsOf, statedColumns } from '../../src/platform/database/personal-data.ts';
import type { Keyring } from '../../src/platform/keys/keyring.ts';
import { texts as exported } from '../../web/i18n/catalogues/export.ts';
import { texts } from '../../web/i18n/catalogues/privacy.ts';

test('the pages have a text for the data of each part of the service, for decisions about erasures', () => {
  // Only the texts are read, which need no keys.
  const wanted = personalDataContributors({} as Keyring).flatMap(({ room, description: { stays } }) => [
    ...['', '.goes'].map((end) => `privacy.room.${room}${end}`),
    ...(stays ? ['.stays', '.ground', '.until'].map((end) => `privacy.room.${room}${end}`) : []),
  ]);
  const missing = wanted.filter((key) => !(key in texts));
  assert.deepEqual(missing, []);
  const known = Object.keys(texts).filter((key) => key.startsWith('privacy.room.'));
  assert.deepEqual(known.toSorted(), wanted.toSorted(), 'and of no part that there is not');
});

test('the page of an export has a title for each of its parts', () => {
  const parts = personalDataContributors({} as Keyring).flatMap((one) => partsOf(one).map(([part]) => part));
  assert.deepEqual(
    parts.filter((part) => !(`own.page.part.${part}` in exported)),
    [],
  );
});

test('the page of an export has a word for each column that it shows', () => {
  const columns = personalDataContributors({} as Keyring).flatMap(({ tables }) => statedColumns(tables));
  const names = columns.flatMap((column) => /^in \w+\.(\w+)$/.exec(column.export)?.[1] ?? []);
  assert.ok(names.length > 100);
  assert.deepEqual(
    [...new Set(names)].filter((name) => !(`own.page.${name}` in exported)),
    [],
  );
});
