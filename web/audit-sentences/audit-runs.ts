import type { AuditItem } from '../../client/wire-types.ts';
import { groupOf } from './audit-groups.ts';

/** Longer pauses make it two acts. */
const PAUSE_MS = 5 * 60_000;

/** What somebody did at once: one line, with the records behind it. */
export interface Run {
  /** The record that stands for all of them. */
  readonly record: AuditItem;
  /** The same done just before or after, as the list is sorted. */
  readonly others: readonly AuditItem[];
}

/** Folds what one person did again and again at once, such as a shelf of yearbooks. Sign-ins stay apart. */
export function runsOf(records: readonly AuditItem[]): Run[] {
  const runs: Run[] = [];
  for (const record of records) {
    const last = runs.at(-1);
    if (last && isContinued(last, record)) runs[runs.length - 1] = { ...last, others: [...last.others, record] };
    else runs.push({ record, others: [] });
  }
  return runs;
}

/** Without an address nobody called: the service did it by itself, or an operator at its machine. */
const isOfService = (...records: readonly AuditItem[]): boolean =>
  records.every(({ ip, actor_email }) => ip === null && !actor_email);

function isContinued({ record, others }: Run, next: AuditItem): boolean {
  const { action } = next;
  if (record.actor_id !== next.actor_id || record.action !== action) return false;
  if (next.actor_id === null && !isOfService(record, next)) return false;
  const group = groupOf(action);
  if (group === undefined || ['signIn', 'devices', 'imports'].includes(group)) return false;
  return Math.abs(Date.parse((others.at(-1) ?? record).at) - Date.parse(next.at)) <= PAUSE_MS;
}
