/** An index on a table that may be large. Never unique: what must be unique is so from the table's first day. */
export interface LateIndex {
  readonly name: string;
  readonly table: string;
  /** As SQL that both engines understand. */
  readonly columns: string;
}

/**
 * Indexes that came after their tables, in the order in which they are built, after the steps. A step that built one would
 * stop every write to its table meanwhile.
 */
export const lateIndexes: readonly LateIndex[] = [
  { name: 'users__by_passkey_host', table: 'users', columns: 'passkey_host, tenant_id' },
  // An expression, so that no other list's plan is led here: invitations by name, over all tenants.
  { name: 'users__of_invitations_by_name', table: 'users', columns: "(sort_key || ''), id" },
];
