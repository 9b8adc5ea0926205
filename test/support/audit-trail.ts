import type { Database } from '../../src/database/database.ts';

export interface TrailEntry {
  readonly action: string;
  readonly user_id: number | null;
  readonly actor_id: number | null;
  readonly meta: Record<string, unknown>;
}

export interface AuditTrail {
  /** What was recorded since the last look, oldest first. Two looks in a row: nothing else happened. */
  take(): Promise<TrailEntry[]>;
  /** The same, by action alone. */
  actions(): Promise<string[]>;
  /** Starts anew from here. */
  forget(): Promise<void>;
}

export function auditTrail(database: Database): AuditTrail {
  let last = 0;
  const take = async (): Promise<TrailEntry[]> => {
    const rows = await database.read
      .selectFrom('audit_records')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    last = rows.at(-1)?.id ?? last;
    return rows.map(({ action, user_id, actor_id, meta }) => ({ action, user_id, actor_id, meta: JSON.parse(meta) }));
  };
  return {
    take,
    actions: async () => (await take()).map(({ action }) => action),
    forget: async () => void (await take()),
  };
}
