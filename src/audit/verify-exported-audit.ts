import { type KeyObject, verify } from 'node:crypto';
import {
  type ChainedRecord,
  commitment,
  isBackdated,
  PERSONAL_MEMBERS,
  recordHash,
  SALT_OF,
  type Signed,
  signedText,
} from './audit-chain.ts';
import type { ExportedLine } from './export-audit.ts';

export interface ExportReport {
  readonly ok: boolean;
  readonly records: number;
  readonly sealed: number;
  readonly heads: number;
  readonly problems: readonly string[];
}

/** What was written in the last seconds waits for its seal; of more than that only the first are named. */
const MOST_UNSEALED = 10_000;

type RecordLine = Extract<ExportedLine, { kind: 'record' }>;

/**
 * Checks an exported log with nothing but public keys by their `kid`. Records may come in any order; a filtered export has
 * gaps, which are told as such.
 */
export async function verifyExportedAudit(
  lines: AsyncIterable<string>,
  keys: ReadonlyMap<string, KeyObject>,
): Promise<ExportReport> {
  const sealed = new Map<number, RecordLine>();
  const heads: Signed[] = [];
  const unsealed: ChainedRecord[] = [];
  const problems: string[] = [];
  let records = 0;
  for await (const text of lines) {
    if (text.trim() === '') continue;
    const line = JSON.parse(text) as ExportedLine;
    if (line.kind === 'head') heads.push(line);
    else {
      records += 1;
      if (line.seal !== null) sealed.set(line.seal.seq, line);
      else if (unsealed.length < MOST_UNSEALED) unsealed.push(line.record);
    }
  }
  for (const seq of [...sealed.keys()].sort((one, other) => one - other)) problems.push(...linkProblems(seq, sealed));
  for (const head of heads) problems.push(...headProblems(head, keys, sealed));
  const last =
    heads
      .map(({ signed_at }) => signed_at)
      .toSorted()
      .at(-1) ?? '';
  for (const record of unsealed)
    if (record.id < 1 || isBackdated(record, last))
      problems.push(`record ${record.id} has no seal, though it says it is older than the last head`);
  return { ok: problems.length === 0, records, sealed: sealed.size, heads: heads.length, problems };
}

function linkProblems(seq: number, sealed: ReadonlyMap<number, RecordLine>): string[] {
  const line = sealed.get(seq);
  if (line?.seal == null) return [];
  const { record, seal } = line;
  const problems: string[] = [];
  const previous = seq === 1 ? '' : sealed.get(seq - 1)?.seal?.hash;
  if (previous === undefined)
    problems.push(`seal ${seq - 1} is not in the file; the link before record ${record.id} cannot be checked`);
  else if (recordHash(seq, previous, record, seal.commitments) !== seal.hash)
    problems.push(`record ${record.id} (seal ${seq}) is not as it was sealed`);
  PERSONAL_MEMBERS.forEach((member, index) => {
    const salt = seal[SALT_OF[member]];
    const fits = salt === null || commitment(member, record[member], salt) === seal.commitments[index];
    if (!fits) problems.push(`${member} of record ${record.id} (seal ${seq}) is not as it was sealed`);
  });
  return problems;
}

function headProblems(
  head: Signed,
  keys: ReadonlyMap<string, KeyObject>,
  sealed: ReadonlyMap<number, RecordLine>,
): string[] {
  const key = keys.get(head.kid);
  const signed =
    key !== undefined &&
    verify(null, Buffer.from(signedText('head', head)), key, Buffer.from(head.signature, 'base64url'));
  if (!signed) return [`the head at ${head.seq} is not signed by a known key`];
  const seal = sealed.get(head.seq)?.seal;
  return seal && seal.hash !== head.hash ? [`the head at ${head.seq} does not fit the chain`] : [];
}
