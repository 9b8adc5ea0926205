import { hash } from 'node:crypto';
import { type PreparedPerson, preparePerson } from '../../accounts/users/person-to-create.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { isNobody } from './find-table.ts';
import type { Import } from './import.ts';
import { cellOf, type Layout, layoutOf, type Mapping } from './import-columns.ts';
import { type CsvRecord, readRecords, type TableFile } from './read-records.ts';
import { CELL_READERS } from './typed-cells.ts';
import {
  isProblem,
  type PersonOfRow,
  type Problem,
  readAddress,
  type ValidationRules,
  validateRow,
} from './validate-row.ts';

const FIRST_SIZE = 1 << 12;

/** The addresses a file has contained so far. */
interface SeenAddresses {
  /** Returns false if the address was added before. */
  add(address: string): boolean;
}

/**
 * Stores eight bytes of a digest per address: 16 MB for a million, a tenth of a set of texts. Two addresses of one file
 * share 64 bits once in some thirty million such files.
 */
function seenAddresses(): SeenAddresses {
  let slots = new BigUint64Array(FIRST_SIZE);
  let count = 0;
  const grow = () => {
    const old = slots;
    slots = new BigUint64Array(old.length * 2);
    for (const key of old) if (key !== 0n) slots[placeOf(slots, key)] = key;
  };
  return {
    add: (address) => {
      const key = hash('sha256', address, 'buffer').readBigUInt64LE() || 1n;
      const index = placeOf(slots, key);
      if (slots[index] === key) return false;
      slots[index] = key;
      count += 1;
      if (count * 2 > slots.length) grow();
      return true;
    },
  };
}

/** The slot of a key, occupied or not. */
function placeOf(slots: BigUint64Array, key: bigint): number {
  const mask = slots.length - 1;
  let index = Number(key & 0xffffffffn) & mask;
  while (slots[index] !== 0n && slots[index] !== key) index = (index + 1) & mask;
  return index;
}

/** A row of a file: the person it would create, or why not. */
export interface ValidatedRow {
  readonly line: number;
  readonly result: (PreparedPerson & Pick<PersonOfRow, 'totp'>) | Problem;
  /** The address in the row, whatever else is wrong with it, and the fields that it says; where people who exist are updated. */
  readonly address?: string | undefined;
  readonly says?: readonly SaidField[];
}

/** Fields whose empty cell says nothing, but reads like a value. */
const SAID_FIELDS = keysOf(CELL_READERS);
export type SaidField = (typeof SAID_FIELDS)[number];

/** Everything validation depends on, as plain data for another thread. */
export interface FileToValidate extends TableFile {
  readonly mapping: Mapping;
  /** The first line that is not done. */
  readonly from: number;
  /** Rows per batch. */
  readonly batch: number;
  readonly rules: ValidationRules;
  readonly existing: Import['existing'];
}

/** The remaining rows in batches. Finished ones are read too, since later ones may repeat their addresses. */
export async function* validatedRows(file: FileToValidate): AsyncGenerator<ValidatedRow[]> {
  let validate: ReturnType<typeof validator> | undefined;
  let batch: ValidatedRow[] = [];
  for await (const record of readRecords(file)) {
    if (validate === undefined) {
      validate = validator(file, layoutOf(record.cells, file.mapping));
      continue;
    }
    const validated = validate(record, record.line in file.corrections);
    if (validated === undefined || record.line < file.from) continue;
    batch.push(validated());
    if (batch.length < file.batch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Takes the rows of a file one by one, from its first; `undefined` for one that is nobody. A corrected row is somebody. */
export function validator({ existing, rules }: Pick<FileToValidate, 'existing' | 'rules'>, layout: Layout) {
  const seen = seenAddresses();
  return ({ line, cells, unreadable }: CsvRecord, isCorrected: boolean): (() => ValidatedRow) | undefined => {
    const address = readAddress(cells, layout);
    if (!isCorrected && address === undefined && isNobody(cells, cellOf(cells, layout, 'email'))) return undefined;
    const isFirst = address === undefined || seen.add(address);
    return () => {
      const said = existing === 'update' ? { address, says: fieldsSaid(cells, layout) } : {};
      if (unreadable) return { line, result: UNREADABLE, ...said };
      return { line, result: isFirst ? prepare(cells, address, layout, rules) : REPEATED, ...said };
    };
  };
}

const fieldsSaid = (cells: readonly string[], layout: Layout): SaidField[] =>
  SAID_FIELDS.filter((field) => cellOf(cells, layout, field).trim() !== '');

const REPEATED: Problem = { column: 'email', reason: 'duplicate_in_file' };
const UNREADABLE: Problem = { column: null, reason: 'unreadable' };

function prepare(...row: Parameters<typeof validateRow>): ValidatedRow['result'] {
  const result = validateRow(...row);
  return isProblem(result) ? result : preparePerson(result);
}
