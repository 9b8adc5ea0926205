import { createPublicKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import type { Signed } from '../../platform/audit/audit-chain.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { headFile } from '../../platform/audit/audit-head-file.ts';
import type { ChainBreak } from '../../platform/audit/chain-break.ts';
import { auditAsCsv, auditAsJsonLines } from '../../platform/audit/export-audit.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { countAllRecords } from '../../platform/audit/single-records-store.ts';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import { verifyExportedAudit } from '../../platform/audit/verify-exported-audit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { parseJson } from '../../platform/kernel/unchecked.ts';
import { defineCommand, UsageError } from './command.ts';
import { readChoice, requireReadable } from './command-arguments.ts';
import { openKeys, withStore } from './operator-store.ts';
import { showingProgress } from './show-progress.ts';

export const verifyAuditCommand = defineCommand({
  name: 'audit verify',
  summary: 'Verifies the sealed audit chain and reports every deviation; exits with 1 if there is one.',
  options: {
    file: {
      kind: 'text',
      placeholder: 'log.jsonl',
      about: 'An exported log instead of the database; needs no settings.',
    },
    keys: {
      kind: 'text',
      placeholder: 'jwks.json',
      about: 'The key set that checks it, as /.well-known/jwks.json gave it.',
    },
    heads: {
      kind: 'text',
      placeholder: 'audit-heads.jsonl',
      about: 'Heads that were kept elsewhere before the log was exported: only they show that its end was cut off.',
    },
  },
  run: ({ file, keys, heads }) => {
    if ((file === undefined) !== (keys === undefined)) throw new UsageError('--file and --keys go together');
    if (heads !== undefined && file === undefined) throw new UsageError('--heads is for --file and --keys');
    return file !== undefined && keys !== undefined ? verifyFile(file, { keys, heads }) : verifyStore();
  },
});

async function verifyStore(): Promise<void> {
  const report = await withStore(async (store) => {
    const { keys } = await openKeys(store);
    const heads = headFile(store.settings.server.dataDir);
    return showingProgress((tell) => verifyAudit({ ...store, keys, heads, tell }));
  });
  for (const { kind, seq, record_id, text } of report.problems)
    console.log(`${kind}  seal ${seq ?? '–'}  record ${record_id ?? '–'}  ${text}`);
  for (const { kid, revoked_at, heads, last_seq } of report.revoked_keys)
    console.log(
      `note: ${heads} heads up to seal ${last_seq} are signed by ${kid}, revoked ${revoked_at}, and prove nothing; later heads show the chain as it was after that`,
    );
  for (const { kind, seq, lost_seq, accepted_at, by } of report.breaks)
    console.log(
      `note: ${accepted_at}: ${kind === 'restore' ? 'a backup was restored' : 'a loss was accepted'} by ${by}; the chain goes on after seal ${seq}, heads up to ${lost_seq} were known`,
    );
  console.log(
    `${report.sealed} sealed, ${report.unsealed} not yet, ${report.erased} erased; head ${report.head?.seq ?? 0} of ${report.head?.signed_at ?? 'never'}`,
  );
  if (!report.ok) throw new Error('The audit chain is broken.');
  console.log('The audit chain is whole.');
}

async function verifyFile(file: string, proof: { keys: string; heads: string | undefined }): Promise<void> {
  for (const path of [file, proof.keys, proof.heads]) if (path !== undefined) await requireReadable(path);
  const heads = proof.heads === undefined ? [] : keptHeads(proof.heads);
  const known = { keys: keySet(proof.keys), heads };
  const report = await showingProgress((tell) => verifyExportedAudit(linesOf(file, tell), known));
  for (const problem of report.problems) console.log(problem);
  for (const note of report.notes) console.log(`note: ${note}`);
  console.log(`${report.records} records, ${report.sealed} sealed, ${report.heads} signed heads`);
  if (!report.ok) throw new Error('The exported log is not as it was sealed, or not whole.');
  console.log('The exported log is as it was sealed.');
  if (heads.length === 0) console.log('Without --heads it is unknown whether its end was cut off at a head.');
}

/** Splits at U+000A alone: a text in a record may hold other line terminators. */
async function* linesOf(path: string, tell: TellProgress): AsyncGenerator<string> {
  const total = statSync(path).size;
  const source = createReadStream(path, 'utf8');
  let rest = '';
  const pieces: AsyncIterable<string> = source;
  for await (const piece of pieces) {
    tell({ stage: 'Verifying', done: source.bytesRead, total, unit: 'bytes' });
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function keySet(path: string): Map<string, KeyObject> {
  const { keys } = readJson(readFileSync(path, 'utf8'), path) as { keys?: { kid: string; kty: string }[] };
  if (!Array.isArray(keys)) throw new Error(`${path} is not a key set: it has no member "keys".`);
  return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
}

const keptHeads = (path: string): Signed[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readJson(line, path) as Signed | ChainBreak)
    .filter((line): line is Signed => !('accepted_at' in line));

function readJson(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new Error(`${path} is not JSON.`);
  }
}

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
