import { createHash } from 'node:crypto';

export interface StatementName {
  /** The statement's first word: `select`, `insert`, `update`, `delete` or another. */
  readonly verb: string;
  /** For people: the verb and the tables, `select sessions users`. */
  readonly summary: string;
  /** The name in PostgreSQL's log and `pg_prepared_statements`; the same in every process. */
  readonly own: string;
}

const MOST_KNOWN = 1000;
const known = new Map<string, StatementName>();

const WRITES = /\b(insert) into "|\b(update) "|\b(delete) from "/;
const TABLES = /\b(?:from|join|into|update) "(\w+)"/g;
/** PostgreSQL cuts a name off after 63 bytes. */
const LONGEST_SUMMARY = 44;

/** Names a statement by its text, which holds no values. Undefined for new ones once a thousand are known. */
export function nameStatement(text: string): StatementName | undefined {
  const found = known.get(text);
  if (found !== undefined || known.size >= MOST_KNOWN) return found;
  const name = nameOf(text);
  known.set(text, name);
  return name;
}

function nameOf(text: string): StatementName {
  const verb = WRITES.exec(text)?.slice(1).find(Boolean) ?? /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const tables = [...new Set([...text.matchAll(TABLES)].map(([, table = '']) => table))];
  const shown = verb === 'with' ? 'select' : verb;
  const words = [shown, ...tables];
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return {
    verb: shown,
    summary: words.join(' '),
    own: `${words.join('_').slice(0, LONGEST_SUMMARY)}_${digest}`,
  };
}
