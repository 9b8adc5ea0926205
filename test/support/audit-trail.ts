import type { Database } from '../../src/platform/database/database.ts';

export interface TrailEntry {
  readonly action: string;
  readonly user_id: number | null;
  readonly actor_id: number | null;
  readonly meta: Record<string, unknown>;
}

export interface AuditTrail {
  /** New records since the last call, oldest first. */
  take(): Promise<TrailEntry[]>;
  /** Like `take`, actions only. */
  actions(): Promise<string[]>;
  /** Skips everything recorded so far. */
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
