import { membersOf, tryJson } from '../kernel/unchecked.ts';
import type { ExportedLine } from './export-audit.ts';

/** A line that no export contains; reading stops there. */
class NotExported extends Error {}

const RECORD = {
  id: ['number'],
  at: ['string'],
  action: ['string'],
  meta: ['string'],
  tenant_id: ['number', 'null'],
  actor_id: ['number', 'null'],
  user_id: ['number', 'null'],
  actor_email: ['string', 'null'],
  ip: ['string', 'null'],
  user_agent: ['string', 'null'],
  request_id: ['string', 'null'],
};
const SALT = ['string', 'null'];
const SEAL = {
  seq: ['number'],
  record_id: ['number'],
  hash: ['string'],
  actor_salt: SALT,
  meta_salt: SALT,
  commitments: ['list'],
};
const SIGNED = { seq: ['number'], hash: ['string'], signed_at: ['string'], kid: ['string'], signature: ['string'] };

const BREAK = {
  seq: ['number'],
  hash: ['string'],
  lost_seq: ['number'],
  lost_hash: ['string'],
  accepted_at: ['string'],
  by: ['string'],
  kid: ['string'],
  signature: ['string'],
};

/**
 * Reads the lines of an exported log. Their shape is checked strictly, so that nothing unhashed can be smuggled in.
 * @throws NotExported with the line number
 */
export async function* readExportedLog(lines: AsyncIterable<string>): AsyncGenerator<ExportedLine> {
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text.trim() === '') continue;
    const line = tryJson(text);
    if (!isExported(line)) throw new NotExported(`Line ${number} is no line of an exported log.`);
    yield line;
  }
}

function isExported(line: unknown): line is ExportedLine {
  const { kind, ...rest } = membersOf(line);
  if (kind === 'head' || kind === 'stub') return hasExactly(rest, SIGNED);
  if (kind === 'restore' || kind === 'loss') return hasExactly(rest, BREAK);
  const { record, seal, ...others } = rest;
  if (kind !== 'record' || Object.keys(others).length > 0 || !hasExactly(record, RECORD)) return false;
  if (seal === null) return true;
  if (!hasExactly(seal, SEAL)) return false;
  return seal.record_id === record.id && areCommitments(seal.commitments);
}

const areCommitments = (list: unknown): boolean =>
  Array.isArray(list) && list.length === 4 && list.every((one) => typeof one === 'string');

function hasExactly(
  value: unknown,
  members: Readonly<Record<string, readonly string[]>>,
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value);
  return (
    entries.length === Object.keys(members).length &&
    entries.every(([name, member]) => members[name]?.includes(typeName(member)))
  );
}

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
