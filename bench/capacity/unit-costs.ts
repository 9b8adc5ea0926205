import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Service } from '../../src/entry/start/service.ts';
import { sqliteFile } from '../../src/platform/database/open-sqlite.ts';

/** The counted things, and the tables that grow with them. Indexes are counted with their table. */
export const GROUPS = {
  person: ['users', 'user_words'],
  'sign-in': ['sign_ins', 'session_records'],
  'audit record': ['audit_records', 'audit_seals', 'audit_heads'],
} as const;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

export type BytesByGroup = Readonly<Record<Group, number>>;

/** Bytes of each group, on disk. */
export async function bytesByGroup(service: Service): Promise<BytesByGroup> {
  const bytes = service.database.engine === 'postgres' ? await postgresBytes(service) : sqliteBytes(service);
  const sums = GROUP_NAMES.map((group) => [
    group,
    GROUPS[group].reduce((sum, table) => sum + (bytes.get(table) ?? 0), 0),
  ]);
  return Object.fromEntries(sums) as Record<Group, number>;
}

async function postgresBytes({ database }: Service): Promise<Map<string, number>> {
  const asked = sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r'`;
  const { rows } = await asked.execute(database.read as never);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

function sqliteBytes({ settings }: Service): Map<string, number> {
  const store = new DatabaseSync(sqliteFile(settings.server.dataDir), { readOnly: true });
  try {
    const rows = store
      .prepare('select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_master using (name) group by 1')
      .all() as { name: string; bytes: number }[];
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  } finally {
    store.close();
  }
}

/** Processor time so far, in milliseconds. */
export interface ProcessorTime {
  /** Of this process with all its threads. */
  readonly node: number;
  /** Of the calling thread. */
  readonly thread: number;
  /** Of PostgreSQL's processes for this database. */
  readonly store: number;
}

export async function processorTime(service: Service): Promise<ProcessorTime> {
  const store = service.database.engine === 'postgres' ? await backendTime(service) : 0;
  return { node: milliseconds(process.cpuUsage()), thread: milliseconds(process.threadCpuUsage()), store };
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const TICK_MS = 10; // USER_HZ is 100 on every Linux

async function backendTime({ database }: Service): Promise<number> {
  const asked = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`;
  const { rows } = await asked.execute(database.read as never);
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid) * TICK_MS, 0);
}

/** proc_pid_stat(5): fields 14 and 15, after the name in brackets. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
