import { pino } from 'pino';
import { erasureLedger, ledgerPath } from '../../privacy/personal-data/erasure-ledger.ts';
import type { ReplayOutcome } from '../../privacy/personal-data/replay-erasures.ts';
import { readSettings } from '../app/read-settings.ts';
import { openService } from '../start/service.ts';
import { defineCommand } from './command.ts';
import { requireReadable } from './command-arguments.ts';
import { replayLedger } from './restored-ledger.ts';
import { showingProgress } from './show-progress.ts';

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
      const replayed = await showingProgress((tell) => replayLedger(service.privacy, entries, tell));
      for (const { entry, outcome } of replayed) console.log(`user ${entry.user_id}: ${TEXTS[outcome]}`);
    } finally {
      await service.close();
    }
  },
});
