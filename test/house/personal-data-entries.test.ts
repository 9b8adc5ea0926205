import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalDataContributors } from '../../src/entry/app/declarations.ts';
import { texts } from '../../web/i18n/catalogues/privacy.ts';
import { startTestService } from '../support/test-service.ts';

test('the pages have a text for each kind of entry that an erasure counts', async (t) => {
  const { addPerson, database, keys } = await startTestService(t);
  const { id } = await addPerson();
  const missing: string[] = [];
  for (const { exportOf } of personalDataContributors(keys))
    for (const name of Object.keys(await exportOf(database.read, id)))
      if (!(`privacy.entry.${name}_one` in texts)) missing.push(name);
  assert.deepEqual(missing, []);
});
