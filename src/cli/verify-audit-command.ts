import { createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { headFile } from '../audit/audit-head-file.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { verifyExportedAudit } from '../audit/verify-exported-audit.ts';
import { defineCommand, UsageError } from './command.ts';
import { openKeys, withStore } from './operator-store.ts';

export const verifyAuditCommand = defineCommand({
  name: 'audit verify',
  summary: 'Walks the sealed audit chain and names what is not as it was; ends with 1 when something is not.',
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
  },
  run: ({ file, keys }) => {
    if ((file === undefined) !== (keys === undefined)) throw new UsageError('--file and --keys go together');
    return file !== undefined && keys !== undefined ? verifyFile(file, keys) : verifyStore();
  },
});

async function verifyStore(): Promise<void> {
  const report = await withStore(async (store) => {
    const { keys } = await openKeys(store);
    return verifyAudit({ ...store, keys, heads: headFile(store.settings.server.dataDir) });
  });
  for (const { kind, seq, record_id, text } of report.problems)
    console.log(`${kind}  seal ${seq ?? '–'}  record ${record_id ?? '–'}  ${text}`);
  console.log(
    `${report.sealed} sealed, ${report.unsealed} not yet, ${report.erased} erased; head ${report.head?.seq ?? 0} of ${report.head?.signed_at ?? 'never'}`,
  );
  if (!report.ok) throw new Error('The audit chain is not as it was sealed.');
  console.log('The audit chain is whole.');
}

async function verifyFile(file: string, keys: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const report = await verifyExportedAudit(lines, keySet(keys));
  for (const problem of report.problems) console.log(problem);
  console.log(`${report.records} records, ${report.sealed} sealed, ${report.heads} signed heads`);
  if (!report.ok) throw new Error('The exported log is not as it was sealed, or not whole.');
  console.log('The exported log is as it was sealed.');
}

function keySet(path: string): Map<string, KeyObject> {
  const { keys } = JSON.parse(readFileSync(path, 'utf8')) as { keys: { kid: string; kty: string }[] };
  return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
}
