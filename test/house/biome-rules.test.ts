// engine: none
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plantTree } from './fixture-tree.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Each file with the lines that are refused, and the beginnings of the reasons. */
const PLANTED: Readonly<Record<string, { readonly text: string; readonly refused?: readonly string[] }>> = {
  // cycles
  'client/a.ts': { text: `export { b } from './b.ts';`, refused: ['1 This import'] },
  'client/b.ts': { text: `import './a.ts';\nexport const b = 1;`, refused: ['1 This import'] },
  'src/platform/keys/one.ts': {
    text: `import type { Two } from './two.ts';\nexport type One = Two;`,
    refused: ['1 This import'],
  },
  'src/platform/keys/two.ts': {
    text: `import type { One } from './one.ts';\nexport type Two = One[];`,
    refused: ['1 This import'],
  },
  'src/platform/keys/up.ts': { text: `import './down.ts';\nimport './deep.ts';` },
  'src/platform/keys/down.ts': { text: `import './deep.ts';` },
  'src/platform/keys/deep.ts': { text: 'export const deep = 1;' },
  // environment
  'src/platform/server/gate.ts': {
    text: `f(process.env.PORT);\nconst { argv, env } = process;\nf(process['env'], argv, env);\nf(process[name]);`,
    refused: [
      "1 Don't use",
      '2 only src/platform/config',
      "3 Don't use",
      '3 only src/platform/config',
      '4 only src/platform/config',
    ],
  },
  'test/journeys/join.ts': { text: 'f(process.env.PORT);', refused: ["1 Don't use"] },
  'src/platform/config/settings.ts': { text: 'f(process.env.PORT);' },
  'test/support/engines.ts': { text: 'f(process.env.TEST_ENGINE);' },
  'tools/check.ts': { text: 'console.log(process.env.PATH);' },
  'bench/login.ts': { text: 'console.log(process.env.PATH, Date.now(), Math.random());' },
  'src/entry/start/crew.ts': {
    text: `// process.env\nconst { stdin, stdout } = process;\nf('process.env', stdin, stdout);`,
  },
  // clock
  'src/platform/jobs/leased-worker.ts': {
    text: `f(Date.now());\nf(new Date());\nf(new Date);\nf(\`at \${Date.now()}\`);\nf(Temporal.Now.instant());`,
    refused: ['1 time comes', '2 time comes', '3 time comes', '4 time comes', '5 time comes'],
  },
  'src/platform/kernel/clock.ts': { text: 'f(Date.now());' },
  'src/platform/jobs/convert.ts': { text: `f(new Date(epoch).toISOString(), Date.parse('Date.now()'));` },
  // engine
  'src/accounts/avatars/sweep.ts': {
    text: `if (database.engine === 'sqlite') sweep();`,
    refused: ['1 only src/platform/database'],
  },
  'src/platform/mail/outbox.ts': {
    text: `import type { Engine } from '../database/database.ts';\nexport type Of = Record<Engine, string>;`,
    refused: ['1 only src/platform/database', '2 only src/platform/database'],
  },
  'src/accounts/users/add.ts': {
    text: 'const { engine } = database;\nf(engine);',
    refused: ['1 only src/platform/database', '2 only src/platform/database'],
  },
  'src/platform/database/sql-fragments.ts': { text: `if (engineOf(tx) === 'postgres') skip();` },
  'src/accounts/users/words.test.ts': { text: 'migrate(migrator, database.engine);' },
  'src/entry/app/app-metrics.ts': { text: 'gauge({ engine: database.engine });' },
  // randomness, spread literals
  'src/platform/kernel/ids.ts': { text: 'f(Math.random());\nf(Math.floor(2));', refused: ['1 Math.random can'] },
  'web/main.tsx': { text: 'f({ ...{ b } });\nf({ ...(b ? { b } : {}), ...c }, [...[1]]);', refused: ['1 write the'] },
  'test/house/spread.ts': { text: 'f({ ...{ b } });', refused: ['1 write the'] },
  // console
  'src/platform/http/log.ts': { text: `console.log(1);\nf('console.log');`, refused: ["1 Don't use"] },
  'src/platform/http/log.test.ts': { text: 'console.error(1);', refused: ["1 Don't use"] },
  'src/cli.ts': { text: 'console.log(1);' },
  'src/entry/cli/doctor.ts': { text: 'console.log(1);' },
  // transactions
  'src/accounts/users/user-store.ts': {
    text: `f((tx?: Tx) => tx);\nf((tx: Db) => tx);\nf((tx: Tx | undefined) => tx);\nrun((trx) => trx);\nf((tx: any) => tx);\nf((tx: Tx, id: Id) => id);\nrun(async (tx) => f(tx));`,
    refused: ['1 a transaction', '2 a transaction', '3 a transaction', '4 a transaction', '5 a transaction'],
  },
  // statements
  'src/people/own-account/read-me.ts': {
    text: `db.selectFrom('users');\nf(sql<boolean>\`exists (select 1)\`);\nf(sql.ref('users.id'), 'updateTable'); // deleteFrom`,
    refused: ['1 statements lie', '2 statements lie'],
  },
  'src/people/own-account/own-account-store.ts': { text: `db.selectFrom('users');` },
  'src/people/own-account/read-me.test.ts': { text: `db.deleteFrom('users');` },
};

/** The rules of this page; the others are Biome's own and have tests there. */
const OURS = /plugin|noImportCycles|noProcessEnv|noConsole/;

test('Biome refuses what was planted, and nothing else of its kind', (t) => {
  const texts = Object.entries(PLANTED).map(([path, { text }]) => [path, `${text}\n`]);
  const root = plantTree(t, Object.fromEntries(texts));
  const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  writeFileSync(join(root, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }));
  cpSync(join(ROOT, 'tools/biome'), join(root, 'tools/biome'), { recursive: true });
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', '--max-diagnostics=none', '.'], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = [...stdout.matchAll(/^::\w+ title=([^,]+),file=([^,]+),line=(\d+),[^:]*::(\S+ \S+)/gm)];
  const refused = found.flatMap(([, title = '', file = '', line, reason]) =>
    OURS.test(title) ? [`${file.replace(`${root}/`, '')}:${line} ${reason}`] : [],
  );
  const expected = Object.entries(PLANTED).flatMap(([path, { refused = [] }]) =>
    refused.map((each) => `${path}:${each}`),
  );
  assert.deepEqual(refused.sort(), expected.sort(), stdout);
});
