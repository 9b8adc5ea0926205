import { sharedAmong } from '../../accounts/permissions/managed-person.ts';
import { type Manager, mayManage } from '../../accounts/permissions/managing-users.ts';
import { holdUserRows } from '../../accounts/users/accounts-store.ts';
import { changeProfiles, type FieldsChange, type ProfileToChange } from '../../accounts/users/change-profiles.ts';
import { fieldsOf } from '../../accounts/users/person-fields.ts';
import { type PersonField, PLAIN_FIELDS } from '../../accounts/users/person-form.ts';
import type { PreparedPerson } from '../../accounts/users/person-to-create.ts';
import { findKnown } from '../../accounts/users/shared-values-store.ts';
import { fullNameOf, type User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudits } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { CellChange, Import, ImportRow } from './import.ts';
import { importRows } from './import-rows-store.ts';
import { isProblem } from './validate-row.ts';
import type { SaidField, ValidatedRow } from './validated-rows.ts';

/** A row about somebody who exists: what it would change, or why it cannot. */
export interface Renewal {
  readonly user: User;
  readonly change: FieldsDraft;
  /** Where another row of the file is about the same person. */
  readonly problem?: 'duplicate_in_file';
}

/** The fields to change. */
type FieldsDraft = { -readonly [Field in keyof FieldsChange]: FieldsChange[Field] };

/** Whoever exists is changed by the rights of whoever asked for the import; nobody changes their own account so, and nobody shared. */
export const managerOf = ({ asked_by, target_tenant_id, tier }: Import): Manager => ({
  userId: asked_by,
  tenantId: target_tenant_id,
  tier,
});

/** Locks those of many people whom whoever asked for the import may change. */
async function holdManaged(tx: Tx, start: Import, ids: readonly UserId[]): Promise<User[]> {
  const manager = managerOf(start);
  const held = await holdUserRows(tx, ids);
  const shared = await sharedAmong(tx, manager, ids);
  return held.filter((user) => mayManage(manager, user) && !shared.has(user.id));
}

/**
 * Whom the rows of a batch are about, by line: by the address, else by an OIB that only one person of the tenant has. People whom the
 * importer may not manage, who are also elsewhere, or of another tenant than the row's, are left to `skipped`.
 */
export async function findRenewals(
  db: Db,
  start: Import,
  rows: readonly ValidatedRow[],
): Promise<ReadonlyMap<number, Renewal>> {
  const emails = rows.flatMap(({ result, address }) => (isProblem(result) ? (address ?? []) : result.email));
  const oibs = rows.flatMap(({ result }) => (isProblem(result) || !result.oib ? [] : result.oib));
  const tenantIds = [
    ...new Set(rows.map(({ result }) => (isProblem(result) ? start.target_tenant_id : result.tenantId))),
  ];
  const known = await findKnown(db, { emails, oibs, tenantIds });
  const byEmail = new Map(known.map((user) => [`${user.tenant_id} ${user.email}`, user]));
  const byOib = Map.groupBy(new Map(known.map((user) => [user.id, user])).values(), ({ oib }) => oib);
  const manager = managerOf(start);
  const shared = await sharedAmong(
    db,
    manager,
    known.map(({ id }) => id),
  );
  const found = new Map<number, Renewal>();
  for (const { line, result, address, says = [] } of rows) {
    const tenantId = isProblem(result) ? start.target_tenant_id : result.tenantId;
    const oib = isProblem(result) ? '' : (result.oib ?? '');
    const sharing = oib === '' ? [] : (byOib.get(oib) ?? []).filter((user) => user.tenant_id === tenantId);
    const user =
      byEmail.get(`${tenantId} ${isProblem(result) ? (address ?? '') : result.email}`) ??
      (sharing.length === 1 ? sharing[0] : undefined);
    if (user === undefined || shared.has(user.id) || !mayManage(manager, user)) continue;
    found.set(line, { user, change: isProblem(result) ? {} : changeOf(user, result, says) });
  }
  return withoutRepeated(found, await listTouched(db, start, found));
}

/** People whom earlier batches of this import were about. */
async function listTouched(db: Db, { id }: Import, found: ReadonlyMap<number, Renewal>): Promise<Set<UserId>> {
  const ids = [...new Set([...found.values()].map(({ user }) => user.id))];
  return new Set(await importRows.listAmong(db, id, ids));
}

/** Two rows about one person cannot both be right: the first is. */
function withoutRepeated(found: ReadonlyMap<number, Renewal>, seen: Set<UserId>): ReadonlyMap<number, Renewal> {
  return new Map(
    [...found].map(([line, { user, change }]) => {
      const isFirst = !seen.has(user.id);
      seen.add(user.id);
      return [line, isFirst ? { user, change } : { user, change: {}, problem: 'duplicate_in_file' as const }];
    }),
  );
}

/** What the file says otherwise. What it does not say is left alone, and so are the address, the role and the password. */
function changeOf(user: User, person: PreparedPerson, says: readonly SaidField[]): FieldsDraft {
  const change: FieldsDraft = {};
  const { ime, prezime } = person;
  // A full name may be split otherwise than it was typed once.
  if (fullNameOf(ime, prezime) !== '' && fullNameOf(ime, prezime) !== fullNameOf(user.ime, user.prezime))
    Object.assign(change, { ...(ime === '' ? {} : { ime }), ...(prezime === '' ? {} : { prezime }) });
  const fields = fieldsOf(person);
  Object.assign(change, Object.fromEntries(says.map((field) => [field, fields[field]])));
  for (const field of PLAIN_FIELDS) if (change[field] === user[field]) delete change[field];
  return change;
}

/** The cells that a change would make other, the full name that follows from the others left out. */
const cellsOf = (user: User, change: FieldsDraft): CellChange[] =>
  PLAIN_FIELDS.flatMap((field) => {
    const after = change[field];
    return after === undefined || after === user[field] ? [] : { field, before: user[field], after };
  });

/**
 * Applies the changes of a batch, or in a dry run only says them. Returns the changed cells by line. Rights, and what undoing gives back,
 * are decided on the locked row: whoever was read before may have been promoted, moved or changed since.
 */
export async function renewPeople(
  tx: Tx,
  start: Import,
  call: AuditedCall,
  renewals: ReadonlyMap<number, Renewal>,
): Promise<ReadonlyMap<number, readonly CellChange[]>> {
  const planned = [...renewals].map(([line, { user, change }]) => ({
    line,
    user,
    change,
    cells: cellsOf(user, change),
  }));
  const telling = planned.filter(({ cells }) => cells.length > 0);
  if (start.mode === 'dry-run' || telling.length === 0) return new Map(telling.map(({ line, cells }) => [line, cells]));
  const ids = telling.map(({ user }) => user.id);
  const users = new Map((await holdManaged(tx, start, ids)).map((user) => [user.id, user]));
  const toChange = telling.flatMap(({ line, user: read, change }) => {
    const before = users.get(read.id);
    if (before?.tenant_id !== read.tenant_id) return [];
    const cells = cellsOf(before, change);
    return cells.length === 0 ? [] : { line, before, change, cells: withFullName(cells, before) };
  });
  await changePeople(tx, start, call, toChange);
  return new Map(toChange.map(({ line, cells }) => [line, cells]));
}

/** A name of its own (a nickname) gives way to the new name, and comes back with the old one. */
const withFullName = (cells: readonly CellChange[], { ime, prezime, full_name }: User): readonly CellChange[] => {
  const isRenamed = cells.some(({ field }) => field === 'ime' || field === 'prezime');
  if (!isRenamed || full_name === fullNameOf(ime, prezime)) return cells;
  const name = (field: PersonField, old: string) => cells.find((cell) => cell.field === field)?.after ?? old;
  return [
    ...cells,
    { field: 'full_name', before: full_name, after: fullNameOf(name('ime', ime), name('prezime', prezime)) },
  ];
};

async function changePeople(tx: Tx, { id }: Import, call: AuditedCall, people: readonly ProfileToChange[]) {
  const entries = (await changeProfiles(tx, people, call.at)).map(({ before, after }) => {
    const fields = PLAIN_FIELDS.filter((field) => before[field] !== after[field]);
    const changed = Object.fromEntries(fields.map((field) => [field, { before: before[field], after: after[field] }]));
    return { action: 'user.update', about: after, meta: { changed, import_id: id } } as const;
  });
  await recordAudits(tx, call, entries);
}

/** Gives back what the import changed, to whoever is as it left them. Returns whose cells those were. */
export async function undoRenewals(
  tx: Tx,
  start: Import,
  call: AuditedCall,
  rows: readonly ImportRow[],
): Promise<UserId[]> {
  if (rows.length === 0) return [];
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const toChange = (await holdManaged(tx, start, ids)).flatMap((before) => {
    const row = byUser.get(before.id);
    if (row === undefined || !isAsLeft(before, row)) return [];
    const cells = changesOf(row).map((cell) => [cell.field, cell.before]);
    return { before, change: Object.fromEntries(cells) as FieldsChange }; // as it was read
  });
  await changePeople(tx, start, call, toChange);
  return toChange.map(({ before }) => before.id);
}

const changesOf = ({ changes }: Pick<ImportRow, 'changes'>): readonly CellChange[] =>
  changes === null ? [] : fromJson(changes);

/** Whether every cell still is what the import made it. */
export const isAsLeft = (user: User, row: ImportRow): boolean => {
  const cells = changesOf(row);
  return cells.length > 0 && cells.every(({ field, after }) => user[field] === after);
};
