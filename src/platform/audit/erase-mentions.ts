import type { Db, Tx } from '../database/database.ts';
import { fromJson } from '../database/json-column.ts';
import { type PersonalValues, textsTelling } from '../database/personal-data.ts';
import { mentions } from '../kernel/mention.ts';
import { keysOf, membersOf } from '../kernel/unchecked.ts';
import type { AuditActions } from './audit-actions.ts';
import type { ChainedRecord } from './audit-chain.ts';
import { blankMeta, findHighestId, listMentions } from './person-records-store.ts';

/** Records scanned per statement: it takes milliseconds, so that others get their turn. */
const RANGE = 20_000;

export interface Mentions {
  /** Records about others that name the person. */
  readonly ids: readonly number[];
  /** Scanned up to this id. */
  readonly seenTo: number;
}

interface Search {
  readonly values: PersonalValues;
  /** Actions with free text are searched for names too. */
  readonly actions: AuditActions;
}

/** Scans the whole log, or what was written after `from`. May take long; call it outside transactions. */
export async function findMentions(
  db: Db,
  { values, actions }: Search,
  from: Mentions = { ids: [], seenTo: 0 },
): Promise<Mentions> {
  const highest = await findHighestId(db);
  const all = textsTelling(values);
  if (all.length === 0) return { ids: from.ids, seenTo: highest };
  const texts = textsOf(values);
  const worded = keysOf(actions).filter((name) => actions[name].isWorded);
  const ids = [...from.ids];
  for (let after = from.seenTo; after < highest; after += RANGE) {
    const upTo = Math.min(after + RANGE, highest);
    const found = await listMentions(db, { userId: values.userId, texts, worded, after, upTo });
    const naming = found.filter(({ meta }) => mentions(meta, texts) || namesInWords(meta, values, all));
    ids.push(...naming.map(({ id }) => id));
  }
  return { ids, seenTo: highest };
}

/** Blanks `meta` of these records and deletes its salt; `erasure.erase` must list them (`blanked`). */
export const eraseMentions = (tx: Tx, { ids }: Mentions): Promise<void> => blankMeta(tx, ids);

const textsOf = ({ emails, oib, phone }: PersonalValues): string[] =>
  [...emails, oib, phone].flatMap((text) => (text === null || text === '' ? [] : text.toLowerCase()));

/** Administrators also searched by parts of names and addresses; a part this long can identify somebody. */
const SHORTEST_TELLING = 4;

/**
 * Names are matched only in free text: otherwise somebody who chooses one of our keywords as a name could get the log
 * blanked.
 */
function namesInWords(meta: ChainedRecord['meta'], { emails, names }: PersonalValues, all: readonly string[]): boolean {
  const { reason, asked } = fromJson(meta);
  const { q: sought } = membersOf(asked);
  if (typeof reason === 'string' && mentions(reason, all)) return true;
  if (typeof sought !== 'string') return false;
  const q = sought.trim().toLowerCase();
  const isPart = q.length >= SHORTEST_TELLING && [...emails, ...names].some((text) => text.toLowerCase().includes(q));
  return isPart || mentions(q, all);
}
