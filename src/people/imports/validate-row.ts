import { managesTier } from '../../accounts/permissions/managing-users.ts';
import { PERSON_FIELDS } from '../../accounts/users/person-fields.ts';
import type { PersonToCreate } from '../../accounts/users/person-to-create.ts';
import type { User } from '../../accounts/users/user.ts';
import { type Role, tierOf } from '../../platform/kernel/role.ts';
import { hasUnsafeCharacters, normalised } from '../../platform/kernel/text.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { readHash } from '../../sign-in/passwords/foreign-hashes/read-hash.ts';
import { type ReadOtpauth, readOtpauth } from '../../sign-in/two-factor/totp.ts';
import { splitName } from './full-name.ts';
import type { Import } from './import.ts';
import { type Column, cellOf, hideHashes, type Layout } from './import-columns.ts';
import type { Reason } from './import-reasons.ts';
import { type RoleWords, readRole } from './role-words.ts';
import { addressIn, CELL_READERS, whyNoAddress } from './typed-cells.ts';

/** A row that cannot become a person, and the offending cell. */
export interface Problem {
  readonly column: Column | null;
  readonly reason: Reason;
  /** The content of the cell if it is a word for a role, which the importer can map for all rows at once. */
  readonly word?: string;
}

/** The person of a row, and the authenticator app that they bring, if any. */
export interface PersonOfRow extends PersonToCreate {
  readonly totp?: ReadOtpauth | undefined;
}

const LONGEST_NAME = 100;
const LONGEST_WORD = 40;
const TENANT_ID = /^[1-9]\d{0,14}$/;

/** The rules that validation depends on besides the row. */
export interface ValidationRules extends Pick<Import, 'tier' | 'target_tenant_id'> {
  /** Every password check takes as long as the most expensive stored hash, so imports must not raise it. */
  readonly highestPasswordCost: number;
  /** The importer's meanings for words of the file. */
  readonly roles: RoleWords;
}

/** The canonical address in a row, whatever else is wrong with it. */
export const readAddress = (cells: readonly string[], layout: Layout): string | undefined =>
  addressIn(cellOf(cells, layout, 'email'));

/** The person in a row with this address, by the rules for creating one, or the first problem. */
export function validateRow(
  cells: readonly string[],
  email: string | undefined,
  layout: Layout,
  rules: ValidationRules,
): PersonOfRow | Problem {
  if (cells.slice(layout.width).some((cell) => cell.trim() !== '')) return { column: null, reason: 'too_many_cells' };
  const text = (column: Column) => normalised(cellOf(cells, layout, column));
  if (email === undefined) return { column: 'email', reason: whyNoAddress(cellOf(cells, layout, 'email')) };
  const { ime, prezime } = nameIn(text, layout);
  const wrongName = badName(layout, ime, prezime);
  if (wrongName) return wrongName;
  const fields = readFields(text);
  if ('reason' in fields && fields.column !== 'preferred_language') return fields;
  const role = readRole(text('role'), rules.roles);
  if (role === undefined)
    return { column: 'role', reason: 'role', word: hideHashes(text('role'), undefined).slice(0, LONGEST_WORD) };
  if (!mayGrant(rules.tier, role)) return { column: 'role', reason: 'role_not_allowed' };
  if ('reason' in fields) return fields;
  const tenantId = readTenant(text('tenant_id'), rules);
  if (tenantId === undefined) return { column: 'tenant_id', reason: 'tenant' };
  const hash = text('password_hash');
  const password = hash === '' ? { stored: null } : readHash(hash, rules.highestPasswordCost);
  if ('refusal' in password) return { column: 'password_hash', reason: password.refusal };
  const app = text('totp');
  const totp = app === '' ? undefined : readOtpauth(app);
  const person = { tenantId, email, ime, prezime, role, ...fields, totp };
  return { ...person, status: hash === '' ? 'invited' : 'active', passwordHash: password.stored };
}

/** What of a person whom a row creates does not come along, which is said although nothing is wrong. */
export const leftBehind = ({ totp }: Pick<PersonOfRow, 'totp'>): Problem | undefined =>
  totp !== undefined && 'refusal' in totp ? { column: 'totp', reason: totp.refusal } : undefined;

export const isProblem = <Person extends PersonToCreate>(result: Person | Problem): result is Problem =>
  'reason' in result;

/** Superadmins are created one by one: their number is guarded, and files are easily mixed up. */
const mayGrant = (tier: number, role: Role): boolean => role !== 'superadmin' && managesTier({ tier }, tierOf(role));

/** A full name in one cell is used where the columns for its parts are empty or missing. */
function nameIn(text: (column: Column) => string, { indexes, surnameFirst }: Layout) {
  const [ime, prezime] = [text('ime'), text('prezime')];
  if (ime !== '' || prezime !== '' || !indexes.has('full_name')) return { ime, prezime };
  return splitName(text('full_name'), surnameFirst);
}

type ReadField = keyof typeof CELL_READERS;

/** The other fields, or the first that is wrong. An empty cell says nothing. */
function readFields(text: (column: Column) => string): Pick<User, ReadField> | Problem {
  const fields: Partial<Record<ReadField, string>> = {};
  for (const field of keysOf(CELL_READERS)) {
    const read = CELL_READERS[field](text(field));
    if ('reason' in read) return { column: field, reason: read.reason };
    const checked = PERSON_FIELDS[field].check(read.text || PERSON_FIELDS[field].blank);
    if ('fault' in checked) return { column: field, reason: checked.fault.reason };
    fields[field] = checked.value;
  }
  return fields as Pick<User, ReadField>; // every one of them was read
}

function badName({ indexes }: Layout, ime: string, prezime: string): Problem | undefined {
  const cell = (column: Column): Column => (indexes.has(column) ? column : 'full_name');
  return badText(cell('ime'), ime) ?? badText(cell('prezime'), prezime);
}

function badText(column: Column, text: string): Problem | undefined {
  if (text.length > LONGEST_NAME) return { column, reason: 'too_long' };
  return hasUnsafeCharacters(text) ? { column, reason: 'text_unsafe' } : undefined;
}

/** Only superadmins import into tenants other than the chosen one. */
function readTenant(text: string, { tier, target_tenant_id }: Pick<Import, 'tier' | 'target_tenant_id'>) {
  if (text === '' || text === String(target_tenant_id)) return target_tenant_id;
  return tier === 0 && TENANT_ID.test(text) ? Number(text) : undefined;
}
