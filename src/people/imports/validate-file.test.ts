import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ImportFixture, openImportFixture } from '../../../test/support/import-fixture.ts';

const rowsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}@example.hr`);

/** The path of the only staged file. */
function stagedFile({ service }: ImportFixture): string {
  const folder = join(service.settings.server.filesDir, 'imports');
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

test('an address that is repeated thousands of rows later is reported, whichever batch it is in', async (t) => {
  const { service, run, rows, admin } = await openImportFixture(t);
  await service.audit.forget();
  const people = [...rowsOf(2300), 'R7@example.hr', 'last@example.hr'];
  const done = await run(`email\n${people.join('\n')}`);
  assert.deepEqual([done.status, done.created, done.skipped, done.failed], ['completed', 2301, 0, 1]);
  const [problem] = await rows(done.id);
  assert.deepEqual([problem.line, problem.reason], [2302, 'duplicate_in_file']);
  const found = await service.call('GET /api/admin/users?q=r2299', { token: admin });
  assert.deepEqual([found.body.total, found.body.items[0].email], [1, 'r2299@example.hr']);
  const made = (await service.audit.actions()).filter((action) => action === 'user.create');
  assert.equal(made.length, 2301);
});

for (const [what, spoil] of [
  ['file', (path: string) => rmSync(path)],
  ['fault', (path: string) => writeFileSync(path, '"email\na@example.hr\n')],
] as const)
  test(`an import whose file was damaged after the upload ends as failed: ${what}`, async (t) => {
    const fixture = await openImportFixture(t);
    const { body } = await fixture.upload('email\na@example.hr\n');
    spoil(stagedFile(fixture));
    await fixture.service.imports.runDue();
    const ended = await fixture.service.call(`GET /api/admin/imports/${body.id}`, { token: fixture.admin });
    assert.deepEqual([ended.body.status, ended.body.failure, ended.body.created], ['failed', what, 0]);
    const after = await fixture.run('email\na@example.hr\n');
    assert.deepEqual([after.status, after.created], ['completed', 1], 'the next one is done');
  });
