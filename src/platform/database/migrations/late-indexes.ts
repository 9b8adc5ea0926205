/** An index on a table that may be large. Never unique: unique indexes are created with their tables. */
export interface LateIndex {
  readonly name: string;
  readonly table: string;
  /** The columns as SQL for both engines. */
  readonly columns: string;
  /** Only rows for which this holds, as SQL for both engines. */
  readonly where?: string;
}

/**
 * Indexes added after their tables, in the order in which they are built, after all steps. A step that built one would block
 * every write to its table meanwhile.
 */
export const lateIndexes: readonly LateIndex[] = [
  { name: 'users__by_passkey_host', table: 'users', columns: 'passkey_host, tenant_id' },
  // For invitations by name, over all tenants. An expression, so that no other list's plan uses it by mistake.
  { name: 'users__of_invitations_by_name', table: 'users', columns: "(sort_key || ''), id" },
  // Who was invited and has not chosen a password yet: few, once an import is some weeks old.
  {
    name: 'users__of_open_invitations',
    table: 'users',
    columns: 'must_change_pwd_at, id, tenant_id, status, role',
    where: 'must_change_pwd_at is not null',
  },
  {
    name: 'logout_notices__of_application_due',
    table: 'logout_notices',
    columns: 'application_id, due_at, id',
    where: "state in ('queued', 'sending')",
  },
  {
    name: 'logout_notices__under_way',
    table: 'logout_notices',
    columns: 'application_id, leased_until',
    where: 'leased_until is not null',
  },
  { name: 'provider_records__sid', table: 'provider_records', columns: 'sid', where: 'sid is not null' },
];
