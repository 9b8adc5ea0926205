import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ImportDesk, openImportDesk } from '../../../test/support/import-desk.ts';

const rowsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}@example.hr`);

/** The path of the only staged file. */
function stagedFile({ service }: ImportDesk): string {
  const folder = join(service.settings.server.filesDir, 'imports');
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

test('an address that is repeated thousands of rows later is reported, whichever batch it is in', async (t) => {
  const { service, run, rows, admin } = await openImportDesk(t);
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
    const desk = await openImportDesk(t);
    const { body } = await desk.upload('email\na@example.hr\n');
    spoil(stagedFile(desk));
    await desk.service.imports.runDue();
    const ended = await desk.service.call(`GET /api/admin/imports/${body.id}`, { token: desk.admin });
    assert.deepEqual([ended.body.status, ended.body.failure, ended.body.created], ['failed', what, 0]);
    const after = await desk.run('email\na@example.hr\n');
    assert.deepEqual([after.status, after.created], ['completed', 1], 'the next one is done');
  });
