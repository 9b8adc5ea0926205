import type { Settings } from '../../platform/config/settings.ts';
import { systemClock } from '../../platform/kernel/clock.ts';
import { readSettings, unknownSettings } from '../app/read-settings.ts';
import { defineCommand } from './command.ts';
import { examineBackups } from './examine-backups.ts';
import { examineBreachList } from './examine-breach-list.ts';
import { examineFiles, examineFolder, examineSecret } from './examine-folder.ts';
import { examineLeftRuns } from './examine-left-runs.ts';
import { examineMail } from './examine-mail.ts';
import { examineNetwork } from './examine-network.ts';
import { examineCounters, examineStore } from './examine-store.ts';
import { examineTracing } from './examine-tracing.ts';
import type { Finding } from './finding.ts';
import { alignedColumns } from './text-columns.ts';

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
