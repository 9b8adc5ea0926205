import { once } from 'node:events';
import { byOperator } from '../audit/audit-context.ts';
import { auditAsCsv, auditAsJsonLines } from '../audit/export-audit.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { instantAt } from '../kernel/clock.ts';
import { defineCommand } from './command.ts';
import { withStore } from './operator-store.ts';
import { readChoice } from './person-argument.ts';

export const exportAuditCommand = defineCommand({
  name: 'audit export',
  summary: 'Writes the whole audit log to standard output, with seals and heads as JSON lines.',
  options: { format: { kind: 'text', placeholder: 'jsonl', about: 'jsonl, which can be verified, or csv.' } },
  run: ({ format }) =>
    withStore(async ({ database, clock }) => {
      const chosen = readChoice('format', format, ['jsonl', 'csv'] as const) ?? 'jsonl';
      await database.transaction((tx) =>
        recordAudit(tx, byOperator(['audit.export'], instantAt(clock.now())), {
          action: 'audit.export',
          meta: { format: chosen },
        }),
      );
      const everything = { tenantId: undefined };
      const lines =
        chosen === 'csv' ? auditAsCsv(database.read, everything) : auditAsJsonLines(database.read, everything);
      for await (const text of lines) if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    }),
});
