/**
 * `npm run soak`: the suite's repeated tests, as often as it takes to be sure; hours. Exits with 1 if any part failed,
 * after running all.
 */
import { spawnSync } from 'node:child_process';

const PARTS = [
  { rounds: 100, files: ['processes/crash', 'processes/import-crash', 'processes/erasure-crash'] },
  { rounds: 1000, files: ['security/account-races', 'processes/sessions-race', 'processes/guess-race'] },
  { rounds: 10_000, files: ['processes/revocation-under-load'] },
  { rounds: 20, files: ['processes/fair-line'] }, // seconds
  { rounds: 1000, files: ['security/timing'] },
  { rounds: 100_000, files: ['server/bad-input.security'] },
];

const [only = ''] = process.argv.slice(2); // a part of a path, as for `npm test`
const chosen = PARTS.flatMap(({ rounds, files }) => files.map((file) => ({ rounds, file }))).filter(({ file }) =>
  file.includes(only),
);
const failed = chosen.filter(({ rounds, file }) => {
  console.log(`\n══ ${file}: ${rounds} rounds ══`);
  const env = { ...process.env, TEST_ROUNDS: String(rounds) };
  const { status } = spawnSync(process.execPath, ['tools/run-tests.ts', file], { stdio: 'inherit', env });
  return status !== 0;
});
console.log(
  `\n${chosen.length - failed.length} of ${chosen.length} parts held${failed.map(({ file }) => `\nFAILED ${file}`).join('')}`,
);
process.exitCode = failed.length === 0 && chosen.length > 0 ? 0 : 1;
