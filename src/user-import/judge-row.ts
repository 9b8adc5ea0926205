import { canonicalEmail } from '../kernel/email-address.ts';
import { ROLES, type Role, tierOf } from '../kernel/role.ts';
import { folded, hasUnsafeCharacters, normalised } from '../kernel/text.ts';
import { costOf } from '../passwords/bcrypt-cost.ts';
import { managesTier } from '../policy/managing-users.ts';
import { isOib } from '../users/oib.ts';
import type { PersonToCreate } from '../users/person-to-create.ts';
import { LANGUAGES, type Language } from '../users/user.ts';
import type { Import } from './import.ts';
import type { Column, Layout } from './import-columns.ts';
import type { Reason } from './import-reasons.ts';

/** A row that cannot become a person, and the cell that is in the way. */
export interface Problem {
  readonly column: Column | null;
  readonly reason: Reason;
}

const LONGEST_NAME = 100;
const LONGEST_PHONE = 40;
const LONGEST_EMAIL = 320;
const PHONE = /^[-+()/. 0-9]*$/;
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;
const TENANT_ID = /^[1-9]\d{0,14}$/;

/** `undefined` for what is no role; who has none said is a member. */
export const readRole = (cell: string): Role | undefined => {
  const name = folded(cell.trim());
  return name === '' ? 'member' : ROLES.find((role) => role === name);
};

/** What a judgement depends on besides the row. */
export interface JudgingRules extends Pick<Import, 'tier' | 'target_tenant_id'> {
  /** Every check of a password takes as long as the dearest hash that is stored, so none dearer comes in. */
  readonly highestPasswordCost: number;
}

/** The address in a row, in its canonical spelling, whatever else is wrong with it. */
export const readAddress = (cells: readonly string[], { places }: Layout): string | undefined => {
  const cell = cells[places.get('email') ?? -1] ?? '';
  return cell.length > LONGEST_EMAIL ? undefined : canonicalEmail(cell);
};

/** What a row with this address says, by the rules for creating a person, or the first thing that is wrong with it. */
export function judgeRow(
  cells: readonly string[],
  email: string | undefined,
  layout: Layout,
  rules: JudgingRules,
): PersonToCreate | Problem {
  if (cells.slice(layout.width).some((cell) => cell.trim() !== '')) return { column: null, reason: 'too_many_cells' };
  const text = (column: Column) => normalised(cells[layout.places.get(column) ?? -1] ?? '');
  if (email === undefined) return { column: 'email', reason: text('email') === '' ? 'missing' : 'email' };
  const [ime, prezime, telefon, oib] = [text('ime'), text('prezime'), text('telefon'), text('oib')];
  const problem = badText('ime', ime) ?? badText('prezime', prezime) ?? badPhone(telefon) ?? badOib(oib);
  if (problem) return problem;
  const role = readRole(text('role'));
  if (role === undefined) return { column: 'role', reason: 'role' };
  if (!mayGrant(rules.tier, role)) return { column: 'role', reason: 'role_not_allowed' };
  const language = (folded(text('preferred_language')) || 'hr') as Language;
  if (!LANGUAGES.includes(language)) return { column: 'preferred_language', reason: 'language' };
  const tenantId = readTenant(text('tenant_id'), rules);
  if (tenantId === undefined) return { column: 'tenant_id', reason: 'tenant' };
  const hash = text('password_hash');
  if (hash !== '' && !BCRYPT.test(hash)) return { column: 'password_hash', reason: 'password_hash' };
  if (costOf(hash) > rules.highestPasswordCost) return { column: 'password_hash', reason: 'password_cost' };
  const person = { tenantId, email, ime, prezime, role, telefon, oib, preferredLanguage: language };
  return { ...person, status: hash === '' ? 'invited' : 'active', passwordHash: hash === '' ? null : hash };
}

export const isProblem = <Person extends PersonToCreate>(judged: Person | Problem): judged is Problem =>
  'reason' in judged;

/** Superadmins are made one by one, by hand: their number is guarded, and a file is easily mixed up. */
const mayGrant = (tier: number, role: Role): boolean => role !== 'superadmin' && managesTier({ tier }, tierOf(role));

function badText(column: Column, text: string): Problem | undefined {
  if (text.length > LONGEST_NAME) return { column, reason: 'too_long' };
  return hasUnsafeCharacters(text) ? { column, reason: 'text_unsafe' } : undefined;
}

const badPhone = (phone: string): Problem | undefined =>
  PHONE.test(phone) && phone.length <= LONGEST_PHONE ? undefined : { column: 'telefon', reason: 'phone' };

const badOib = (oib: string): Problem | undefined =>
  oib === '' || isOib(oib) ? undefined : { column: 'oib', reason: 'oib' };

/** Only superadmins import into other tenants than the one that was chosen. */
function readTenant(text: string, { tier, target_tenant_id }: Pick<Import, 'tier' | 'target_tenant_id'>) {
  if (text === '' || text === String(target_tenant_id)) return target_tenant_id;
  return tier === 0 && TENANT_ID.test(text) ? Number(text) : undefined;
}
