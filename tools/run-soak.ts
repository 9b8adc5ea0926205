/**
 * `npm run soak`: the suite's repeated tests, as often as it takes to be sure; hours. Exits with 1 if any part failed,
 * after running all. `npm run soak -- failover [part of a disturbance's name]`: a cluster whose parts fail, ten minutes.
 * `npm run soak -- upgrade COMMIT`: that version and this one side by side, a minute. `npm run soak -- mutate`: `npm run mutate`.
 */
import { spawnSync } from 'node:child_process';
import { keysOf } from '../src/platform/kernel/unchecked.ts';

const PARTS = [
  { rounds: 100, files: ['processes/crash', 'processes/import-crash', 'processes/erasure-crash'] },
  { rounds: 100, files: ['processes/events-crash'] }, // 20,000 events
  { rounds: 100, files: ['backup/backup-faults'] }, // killed, disk full, target away, a bit flipped
  { rounds: 1000, files: ['security/account-races', 'processes/sessions-race', 'processes/guess-race'] },
  { rounds: 1000, files: ['security/membership-races', 'security/joining-races', 'security/merging-races'] },
  { rounds: 1000, files: ['security/transfer-races', 'security/tree-races', 'security/superadmin-races'] },
  { rounds: 200, files: ['security/known-addresses'] }, // pairs of a known address and an unknown one
  { rounds: 10_000, files: ['processes/revocation-under-load'] },
  { rounds: 20, files: ['processes/fair-queue'] }, // seconds
  { rounds: 1000, files: ['security/timing'] },
  { rounds: 100_000, files: ['server/bad-input.security', 'passkeys/passkeys.security'] },
  { rounds: 1, files: ['journeys'], env: { TEST_LAYOUTS: 'all' } }, // on a phone too, where its pages are laid out alike
];

const [only = '', ...words] = process.argv.slice(2); // a part of a path, as for `npm test`
const PROGRAMS = { failover: 'play-failover', mutate: 'mutate', upgrade: 'play-upgrade' } as const;
/** Asks for a commit to compare with. */
const NAMED_ONLY = 'upgrade';
const programs = keysOf(PROGRAMS).filter((name) => only === name || (only === '' && name !== NAMED_ONLY));
const chosen = PARTS.flatMap(({ files, ...part }) => files.map((file) => ({ ...part, file }))).filter(({ file }) =>
  file.includes(only),
);
const failed = chosen.filter(({ rounds, file, env: own }) => {
  console.log(`\n══ ${file}: ${rounds} rounds ══`);
  const env = { ...process.env, TEST_ROUNDS: String(rounds), ...own };
  const { status } = spawnSync(process.execPath, ['tools/run-tests.ts', file], { stdio: 'inherit', env });
  return status !== 0;
});
const lost = programs.filter((name) => {
  console.log(`\n══ ${name} ══`);
  return spawnSync(process.execPath, [`tools/${PROGRAMS[name]}.ts`, ...words], { stdio: 'inherit' }).status !== 0;
});
const names = [...failed.map(({ file }) => file), ...lost];
const parts = chosen.length + programs.length;
console.log(`\n${parts - names.length} of ${parts} parts held${names.map((name) => `\nFAILED ${name}`).join('')}`);
process.exitCode = names.length === 0 && parts > 0 ? 0 : 1;
