import { pino } from 'pino';
import { readSettings } from '../app/read-settings.ts';
import { erasureLedger, ledgerPath } from '../privacy/erasure-ledger.ts';
import { type ReplayOutcome, replayErasures } from '../privacy/replay-erasures.ts';
import { CASES_AT_ONCE, runErasures } from '../privacy/run-erasures.ts';
import { openService } from '../start/service.ts';
import { defineCommand } from './command.ts';
import { requireReadable } from './given-file.ts';

const TEXTS: Readonly<Record<ReplayOutcome, string>> = {
  approved: 'to be erased again',
  erased: 'erased already',
  unknown: 'not in this database',
  another: 'the number belongs to another account in this database; left alone',
};

export const replayErasuresCommand = defineCommand({
  name: 'erasures replay',
  summary: 'Repeats the erasures of the ledger on a restored backup. Idempotent.',
  options: {
    ledger: { kind: 'text', placeholder: 'file', about: 'Another ledger than erasures.jsonl of the data folder.' },
  },
  run: async ({ ledger }) => {
    const settings = readSettings();
    const path = ledger ?? ledgerPath(settings.server.dataDir);
    await requireReadable(path);
    const entries = await erasureLedger(path).list();
    if (entries.length === 0) throw new Error(`There is no erasure in ${path}.`);
    const service = await openService(settings, { log: pino({ level: 'silent' }) });
    try {
      const replayed = await replayErasures(service.privacy, entries);
      for (let left = entries.length; left > 0; left -= CASES_AT_ONCE) await runErasures(service.privacy);
      for (const { entry, outcome } of replayed) console.log(`user ${entry.user_id}: ${TEXTS[outcome]}`);
    } finally {
      await service.close();
    }
  },
});
