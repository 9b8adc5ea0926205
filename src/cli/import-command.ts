import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { byOperator } from '../audit/circumstances.ts';
import { type Import, isOver } from '../user-import/import.ts';
import { importProgress } from '../user-import/import-progress.ts';
import { importWorker } from '../user-import/import-worker.ts';
import { stagedFiles } from '../user-import/staged-files.ts';
import { startImport } from '../user-import/start-import.ts';
import { defineCommand } from './command.ts';
import { requireReadable } from './given-file.ts';
import { type OperatorStore, openKeys, withStore } from './operator-store.ts';
import { getTenant } from './person-argument.ts';

const OPERATOR_TIER = 0;
const LOOK_EVERY = 500;

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Imports people from a CSV file, beside a serving process if there is one.',
  options: {
    file: { kind: 'text', placeholder: 'path', about: 'The file.', required: true },
    tenant: { kind: 'text', placeholder: 'slug', about: 'Where rows go that name no tenant.', required: true },
    'dry-run': { kind: 'flag', about: 'Only says what each row would do.' },
    invite: { kind: 'flag', about: 'Mails an invitation to everybody created without a password.' },
  },
  run: async (values) => {
    await requireReadable(values.file);
    await withStore(async (store) => {
      const files = stagedFiles(join(store.settings.server.filesDir, 'imports'));
      const parts = { ...store, files, keys: (await openKeys(store)).keys };
      const tenant = await getTenant(store.database.read, values.tenant);
      const { id } = await startImport(parts, byOperator(['import.start']), await files.stageCopy(values.file), {
        target_tenant_id: tenant.id,
        tier: OPERATOR_TIER,
        mode: values['dry-run'] ? 'dry-run' : 'real',
        invitations: values.invite ? 'send' : 'none',
        permit: () => {},
      });
      console.log(summaryOf(await untilOver(store, id, importWorker({ ...parts, log: pino({ level: 'silent' }) }))));
    });
  },
});

/** A serving process may be faster: whoever has the lease does it. */
async function untilOver({ database }: OperatorStore, id: number, worker: ReturnType<typeof importWorker>) {
  for (;;) {
    await worker.runDue();
    const found = await importProgress(database.read, id);
    if (isOver(found)) {
      await worker.close();
      return found;
    }
    await pause(LOOK_EVERY);
  }
}

function summaryOf({ id, status, failure, mode, total, created, skipped, failed }: Import): string {
  const verb = mode === 'real' ? 'created' : 'would be created';
  if (failure !== null) throw new Error(`Import ${id} ended early: ${failure}.`);
  return `Import ${id} is ${status}: of ${total} rows ${created} ${verb}, ${skipped} exist, ${failed} failed.`;
}
