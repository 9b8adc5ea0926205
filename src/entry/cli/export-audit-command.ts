import { once } from 'node:events';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { auditAsCsv, auditAsJsonLines } from '../../platform/audit/export-audit.ts';
import { countAllRecords } from '../../platform/audit/find-newest-record.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { defineCommand } from './command.ts';
import { withStore } from './operator-store.ts';
import { readChoice } from './person-argument.ts';
import { showingProgress } from './show-progress.ts';

export const exportAuditCommand = defineCommand({
  name: 'audit export',
  summary: 'Writes the whole audit log to standard output, with seals and heads as JSON lines.',
  options: { format: { kind: 'text', placeholder: 'jsonl', about: 'jsonl, which can be verified, or csv.' } },
  run: ({ format }) =>
    withStore(async ({ database, clock }) => {
      const chosen = readChoice('format', format, ['jsonl', 'csv'] as const) ?? 'jsonl';
      await database.transaction((tx) =>
        recordAudit(tx, byOperator(['audit.export'], nowOf(clock)), {
          action: 'audit.export',
          meta: { format: chosen },
        }),
      );
      const everything = { tenantId: undefined };
      const lines =
        chosen === 'csv' ? auditAsCsv(database.read, everything) : auditAsJsonLines(database.read, everything);
      const total = await countAllRecords(database.read);
      await showingProgress((tell) => writeOut(lines, total, tell));
    }),
});

/** Writes the lines. There are a few more than records: heads, and the headings of a table. */
async function writeOut(lines: AsyncIterable<string>, total: number, tell: TellProgress): Promise<void> {
  let done = 0;
  for await (const text of lines) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    done = Math.min(total, done + text.split('\n').length - 1);
    tell({ stage: 'Exporting', done, total, unit: 'records' });
  }
}
