import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../test/support/command-process.ts';
import { startTestService } from '../../test/support/test-service.ts';

test('import: beside a serving process, with a dry run first', async (t) => {
  const service = await startTestService(t);
  const { server, storage } = service.settings;
  const url = storage.databaseUrl?.reveal();
  const secret = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
  const env = { SVC_DATA_DIR: server.dataDir, ...(url ? { SVC_DATABASE_URL: url, SVC_SECRET: secret } : {}) };
  const file = join(service.dataDir, 'clanovi.csv');
  writeFileSync(file, 'email,uloga\na@example.hr,admin\nb@example.hr,\nkrivo,\nc@example.hr,superadmin\n');
  const words = `import --file ${file} --tenant savez`;
  const dry = await runCommand(`${words} --dry-run`, env);
  assert.match(dry.out, /of 4 rows 2 would be created, 0 exist, 2 failed/, dry.err);
  const real = await runCommand(`${words} --invite`, env);
  assert.match(real.out, /is completed: of 4 rows 2 created, 0 exist, 2 failed/, real.err);
  assert.deepEqual(
    (await service.mails.take()).map(({ to_address }) => to_address),
    ['a@example.hr', 'b@example.hr'],
  );
});
