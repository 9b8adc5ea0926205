import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { PERSON_FIELDS } from '../../accounts/users/person-fields.ts';
import { fileInspector } from '../../people/imports/file-inspector.ts';
import { nameOfFile } from '../../people/imports/file-name.ts';
import { importLists, importProgress } from '../../people/imports/find-imports.ts';
import type { Import, ImportFailure } from '../../people/imports/import.ts';
import { textOfReason } from '../../people/imports/import-reasons.ts';
import { importWorker } from '../../people/imports/import-worker.ts';
import { SINGLE_BYTE } from '../../people/imports/single-byte.ts';
import { type ReceivedFile, stagedFiles } from '../../people/imports/staged-files.ts';
import { startImport } from '../../people/imports/start-import.ts';
import { isOver } from '../../people/long-acts/long-act.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import type { Db } from '../../platform/database/database.ts';
import { openFileStore } from '../../platform/files/open-files.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { isOneOf } from '../../platform/kernel/unchecked.ts';
import { alignedColumns, defineCommand, UsageError } from './command.ts';
import { getTenant, requireReadable } from './command-arguments.ts';
import { type OperatorStore, openKeys, withStore } from './operator-store.ts';
import { showingProgress } from './show-progress.ts';

const COLUMNS = [
  ...Object.values(PERSON_FIELDS).map(({ inImports }) => [`  ${inImports.help[0]}`, inImports.help[1]]),
  [
    '  role, uloga',
    'administrator, voditelj, član or gost, or admin, manager, member or guest; a member where the cell is empty',
  ],
  ['  tenant_id', 'number of the tenant; --tenant where the cell is empty'],
  [
    '  password_hash',
    'bcrypt, of no higher cost than SVC_BCRYPT_COST, argon2, scrypt, PBKDF2, or of WordPress, Django, Keycloak or Firebase; whoever has none is invited to choose a password',
  ],
  ['  totp', 'authenticator app, as an address otpauth://totp/… with six digits every 30 seconds and SHA-1'],
];

const NOTES = `A workbook (XLSX), or text in UTF-8, UTF-16, Windows-1250, ISO-8859-2, CP852 or Mac Central European; cells are separated by comma, semicolon or tab.
Titles may stand above the headings, and sums below. Other columns are ignored:

${alignedColumns(COLUMNS)}

A row with a mistake is reported and left out, an account that exists already stays as it is unless --update is given, and all other rows are imported.
The exit code is 0 once the whole file was processed, even if rows were left out.`;

const MOST_SHOWN = 20;
const OPERATOR_TIER = 0;
/** By whom queues count. */
const OPERATOR = 'operator';
const CHECK_EVERY = 500;

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Imports people from a CSV or XLSX file, beside a serving process if there is one.',
  options: {
    file: { kind: 'text', placeholder: 'path', about: 'The CSV or XLSX file.', required: true },
    tenant: { kind: 'text', placeholder: 'slug', about: 'Tenant of rows that name none.', required: true },
    sheet: {
      kind: 'text',
      placeholder: 'name',
      about: 'Sheet of a workbook; else the first with a heading for addresses.',
    },
    headings: { kind: 'text', placeholder: 'line', about: 'Line of the headings; else the likeliest.' },
    encoding: {
      kind: 'text',
      placeholder: 'name',
      about: `${SINGLE_BYTE.join(', ')}, where the letters may be those of several.`,
    },
    'dry-run': { kind: 'flag', about: 'Changes nothing; says what each row would do.' },
    update: { kind: 'flag', about: 'Gives people who exist what the file says otherwise.' },
    invite: { kind: 'flag', about: 'Mails an invitation to everybody created without a password.' },
  },
  notes: NOTES,
  run: async (values) => {
    await requireReadable(values.file);
    await withStore(async (store) => {
      const files = stagedFiles(await openFileStore(store.settings, store.database, store.clock));
      const passwordCost = store.settings.passwords.bcryptCost;
      const parts = { ...store, files, passwordCost, inspect: fileInspector(), keys: (await openKeys(store)).keys };
      const tenant = await getTenant(store.database.read, values.tenant);
      const call = byOperator(['import.start'], nowOf(store.clock));
      const tableLine = values.headings === undefined ? undefined : lineOf(values.headings);
      const { id } = await files.receiving(OPERATOR, async (receive) => {
        const received = inEncoding(await receive(createReadStream(values.file)), values.encoding);
        if (values.sheet !== undefined) requireSheet(received, values.sheet);
        return startImport(parts, call, received, {
          target_tenant_id: tenant.id,
          tier: OPERATOR_TIER,
          caller: OPERATOR,
          mode: values['dry-run'] ? 'dry-run' : 'real',
          invitations: values.invite ? 'send' : 'none',
          existing: values.update ? 'update' : 'skip',
          file_name: nameOfFile(values.file),
          mapping: {},
          roles: {},
          as: tableLine === undefined && values.sheet === undefined ? undefined : 'told',
          tableLine,
          sheet: values.sheet,
          permit: () => {},
        });
      });
      const worker = importWorker({ ...parts, log: pino({ level: 'silent' }) });
      const done = await showingProgress((tell) => untilOver(store, id, worker, tell));
      console.log(readingOf(done));
      console.log(summaryOf(done));
      console.log((await reportOf(store, done)).join('\n'));
    });
  },
});

const LAST_LINE = 10_000;

/** @throws UsageError */
function lineOf(text: string): number {
  const line = Number(text);
  if (!/^\d+$/.test(text) || line < 1 || line > LAST_LINE)
    throw new UsageError(`--headings takes the number of a line, from 1 to ${LAST_LINE}`);
  return line;
}

/** @throws UsageError for an encoding that is unknown, or cannot be that of the file */
function inEncoding(file: ReceivedFile, wanted: string | undefined): ReceivedFile {
  if (wanted === undefined) return file;
  if (!isOneOf(SINGLE_BYTE, wanted)) throw new UsageError(`--encoding takes one of ${SINGLE_BYTE.join(', ')}`);
  if (!isOneOf(SINGLE_BYTE, file.encoding)) throw new UsageError(`${wanted} is not the encoding of this file`);
  return { ...file, encoding: wanted, rivals: [] };
}

/** @throws UsageError that names the sheets */
function requireSheet({ sheets }: ReceivedFile, wanted: string): void {
  if (sheets.includes(wanted)) return;
  const names = sheets.map((name) => `“${name}”`).join(', ');
  throw new UsageError(names === '' ? 'The file has no sheets' : `There is no sheet “${wanted}”; there are ${names}`);
}

/** Runs the import unless a serving process does: whoever holds the lease runs it. */
async function untilOver(
  { database }: OperatorStore,
  id: number,
  worker: ReturnType<typeof importWorker>,
  tell: TellProgress,
) {
  const over = new AbortController();
  const watching = watchImport(database.read, id, tell, over.signal);
  try {
    for (;;) {
      await worker.runDue();
      const found = await importProgress(database.read, id);
      if (isOver(found)) return found;
      await pause(CHECK_EVERY);
    }
  } finally {
    over.abort();
    await watching;
    await worker.close();
  }
}

/** Shows the progress from the database, whichever process runs the import. */
async function watchImport(db: Db, id: number, tell: TellProgress, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const { created, updated, skipped, failed, total } = await importProgress(db, id);
    tell({ stage: 'Importing', done: created + updated + skipped + failed, total, unit: 'rows' });
    await pause(CHECK_EVERY, undefined, { signal: over }).catch(() => {});
  }
}

/** How the file was read, so that a wrong guess is noticed. */
function readingOf({ encoding, delimiter, reading }: Import): string {
  const { form, sheet, table_line, notes, rivals } = reading;
  const by = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }[delimiter];
  const text = form === 'csv' ? `${encoding}, separated by ${by}` : `${form}, sheet “${sheet}”`;
  const where = `Read as ${text}, with the headings on line ${table_line}`;
  const left = notes === 0 ? '' : `; ${notes} lines are sums or notes`;
  const rival = rivals.length === 0 ? '' : `; the letters may also be ${rivals.join(' or ')}: look at the names`;
  return `${where}${left}${rival}.`;
}

function summaryOf({ id, status, failure, mode, existing, total, created, updated, skipped, failed }: Import): string {
  const verb = mode === 'real' ? 'created' : 'would be created';
  const renewed = existing === 'update' ? ` ${updated} ${mode === 'real' ? 'changed' : 'would be changed'},` : '';
  if (failure !== null) throw new Error(`Import ${id} ended early: ${FAILURES[failure]}.`);
  return `Import ${id} is ${status}: of ${total} rows ${created} ${verb},${renewed} ${skipped} exist, ${failed} failed.`;
}

const FAILURES: Readonly<Record<ImportFailure, string>> = {
  importer: 'who started it may not import any more',
  file: 'its copy in the data folder is gone; run it again, who is imported already is skipped',
  fault: 'a fault of the service; run it again, who is imported already is skipped',
};

/** The first rejected rows, and where to find all of them. */
async function reportOf({ database, settings }: OperatorStore, done: Import): Promise<string[]> {
  const wanted = { outcome: 'failed', cursor: undefined, limit: MOST_SHOWN } as const;
  const { rows } = await importLists.rowPage(database.read, done, wanted);
  const problems = rows
    .slice(0, MOST_SHOWN)
    .map(({ line, column_name, reason }) => [
      `  line ${line}`,
      column_name ?? '',
      textOfReason(reason, 'en') ?? String(reason),
    ]);
  const more = done.failed - problems.length;
  const left = done.problems.find(({ reason }) => reason === 'totp')?.count ?? 0;
  const { publicUrl } = settings.server;
  return [
    ...(problems.length > 0 ? [alignedColumns(problems)] : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(left > 0 ? [`  ${left} come without the second step that they had.`] : []),
    `Every row: ${publicUrl}/admin/imports?import=${done.id}, or GET /api/admin/imports/${done.id}/report.csv`,
  ];
}
