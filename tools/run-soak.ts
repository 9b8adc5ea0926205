/**
 * `npm run soak`: the suite's repeated tests, as often as it takes to be sure; hours. Exits with 1 if any part failed,
 * after running all. `npm run soak -- failover [part of a disturbance's name]`: a cluster whose parts fail, ten minutes.
 */
import { spawnSync } from 'node:child_process';

const PARTS = [
  { rounds: 100, files: ['processes/crash', 'processes/import-crash', 'processes/erasure-crash'] },
  { rounds: 100, files: ['backup/backup-faults'] }, // killed, disk full, target away, a bit flipped
  { rounds: 1000, files: ['security/account-races', 'processes/sessions-race', 'processes/guess-race'] },
  { rounds: 10_000, files: ['processes/revocation-under-load'] },
  { rounds: 20, files: ['processes/fair-line'] }, // seconds
  { rounds: 1000, files: ['security/timing'] },
  { rounds: 100_000, files: ['server/bad-input.security'] },
];

const [only = '', ...words] = process.argv.slice(2); // a part of a path, as for `npm test`
const failover = only === '' || only === 'failover' ? [['tools/play-failover.ts', ...words]] : [];
const chosen = PARTS.flatMap(({ rounds, files }) => files.map((file) => ({ rounds, file }))).filter(({ file }) =>
  file.includes(only),
);
const failed = chosen.filter(({ rounds, file }) => {
  console.log(`\n══ ${file}: ${rounds} rounds ══`);
  const env = { ...process.env, TEST_ROUNDS: String(rounds) };
  const { status } = spawnSync(process.execPath, ['tools/run-tests.ts', file], { stdio: 'inherit', env });
  return status !== 0;
});
const lost = failover.filter((program) => {
  console.log('\n══ failover ══');
  return spawnSync(process.execPath, program, { stdio: 'inherit' }).status !== 0;
});
const names = [...failed.map(({ file }) => file), ...lost.map(() => 'failover')];
const parts = chosen.length + failover.length;
console.log(`\n${parts - names.length} of ${parts} parts held${names.map((name) => `\nFAILED ${name}`).join('')}`);
process.exitCode = names.length === 0 && parts > 0 ? 0 : 1;
