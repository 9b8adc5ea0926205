/**
 * `npm run soak`: what the suite repeats as often as it has time for, as often as it takes to be sure; hours.
 * Ends with 1 when a part has failed, after all of them.
 */
import { spawnSync } from 'node:child_process';

const PARTS = [
  { rounds: 100, files: ['processes/crash', 'processes/import-crash', 'processes/erasure-crash'] },
  { rounds: 1000, files: ['security/account-races', 'processes/sessions-race', 'processes/guess-race'] },
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
