import type { Settings } from '../../platform/config/settings.ts';
import { type Clock, epochOf, systemClock } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { openBreachList } from '../../sign-in/passwords/breach-list.ts';
import { readSettings, unknownSettings } from '../app/read-settings.ts';
import { alignedColumns, defineCommand } from './command.ts';
import { examineBackups, examineLeftRuns } from './examine-backups.ts';
import { examineFiles, examineFolder, examineSecret } from './examine-folder.ts';
import { examineMail, examineNetwork, examineTracing } from './examine-network.ts';
import { examineCounters, examineStore } from './examine-store.ts';
import type { Finding } from './finding.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'Examines settings, network, folders, store, keys, chain, clock, mail server, backups and traces. Changes nothing; fails when something is wrong.',
  options: {},
  run: async () => {
    const settings = readSettings();
    const findings = [
      ...examineSettings(settings),
      ...examineNetwork(settings),
      ...examineSecret(settings),
      ...examineFolder(settings),
      ...(await examineFiles(settings)),
      ...(await examineBreachList(settings, systemClock)),
      ...(await examineStore(settings, systemClock)),
      ...(await examineCounters(settings)),
      ...(await examineMail(settings)),
      ...(await examineBackups(settings, systemClock)),
      ...(await examineLeftRuns(settings)),
      ...(await examineTracing(settings)),
    ];
    console.log(alignedColumns(findings.map(({ verdict, about, text }) => [verdict, about, text])));
    const wrong = findings.filter(({ verdict }) => verdict === 'WRONG').length;
    if (wrong > 0) throw new Error(`\nWRONG: ${wrong} of ${findings.length} findings.`);
  },
});

/** Only valid settings get here: reading invalid ones fails with the full list. */
function examineSettings({ server, storage }: Settings): Finding[] {
  const unknown = unknownSettings().map(
    (name): Finding => ({
      verdict: 'warn',
      about: 'settings',
      text: `${name} is not a setting: a typing error?`,
    }),
  );
  const store = storage.databaseUrl ? 'PostgreSQL' : 'the embedded database';
  return [{ verdict: 'ok', about: 'settings', text: `usable; ${server.publicUrl} over ${store}` }, ...unknown];
}

/** New leaks appear all the time, so an old list misses more every month. */
const OLD_AFTER = days(365);

/** Reads all of it, which takes some seconds for each gigabyte. */
async function examineBreachList({ breachedPasswords }: Settings, clock: Clock): Promise<Finding[]> {
  if (breachedPasswords.file === '') return [];
  const about = 'breach list';
  try {
    const list = await openBreachList(breachedPasswords.file);
    try {
      if (!(await list.isWhole()))
        return [{ verdict: 'WRONG', about, text: `${breachedPasswords.file} is damaged: its checksum differs` }];
      const text = `${list.count} passwords, of ${list.builtAt.slice(0, 10)}; the checksum is right`;
      if (clock.now() - epochOf(list.builtAt) <= OLD_AFTER) return [{ verdict: 'ok', about, text }];
      return [{ verdict: 'warn', about, text: `${text}; it is over a year old: build a newer one` }];
    } finally {
      await list.close();
    }
  } catch (error) {
    return [{ verdict: 'WRONG', about, text: messageOf(error) }];
  }
}
