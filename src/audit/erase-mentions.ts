import type { Database, Db, Tx } from '../database/database.ts';
import { type PersonalValues, textsTelling } from '../database/personal-data.ts';
import { mentions } from '../kernel/mention.ts';
import type { AuditAction } from './catalogue.ts';
import { blankMeta, findHighestId, listMentions } from './person-records-store.ts';

/** So many records are looked through by one statement: milliseconds, so that others get their turn. */
const RANGE = 20_000;

export interface Mentions {
  /** Records about others in which the person is named. */
  readonly ids: readonly number[];
  /** Everything up to this id was looked through. */
  readonly seenTo: number;
}

/** Looks through the whole log, or what was written after `from`. May take long; outside any transaction as a rule. */
export async function findMentions(
  db: Db,
  engine: Database['engine'],
  values: PersonalValues,
  from: Mentions = { ids: [], seenTo: 0 },
): Promise<Mentions> {
  const highest = await findHighestId(db);
  const all = textsTelling(values);
  if (all.length === 0) return { ids: from.ids, seenTo: highest };
  const texts = textsOf(values);
  const ids = [...from.ids];
  for (let after = from.seenTo; after < highest; after += RANGE) {
    const upTo = Math.min(after + RANGE, highest);
    const found = await listMentions(db, engine, { userId: values.userId, texts, worded: WORDED, after, upTo });
    const naming = found.filter(({ meta }) => mentions(meta, texts) || namesInWords(meta, values, all));
    ids.push(...naming.map(({ id }) => id));
  }
  return { ids, seenTo: highest };
}

/** Empties `meta` of these records with the salts that vouched for it; `erasure.erase` must list them (`blanked`). */
export const eraseMentions = (tx: Tx, { ids }: Mentions): Promise<void> => blankMeta(tx, ids);

const textsOf = ({ emails, oib, phone }: PersonalValues): string[] =>
  [...emails, oib, phone].flatMap((text) => (text === null || text === '' ? [] : text.toLowerCase()));

/** Acts that somebody gave a reason for in their own words; of exports older records tell what was searched for. */
const WORDED: readonly AuditAction[] = [
  'user.suspend',
  'erasure.extend',
  'erasure.reject',
  'erasure.hold',
  'audit.export',
];

/** Administrators also searched by parts of names and addresses; a part this long can identify somebody. */
const SHORTEST_TELLING = 4;

/** Names are looked for in nothing else: whoever called themselves like a word of ours could have the log emptied. */
function namesInWords(meta: string, { emails, names }: PersonalValues, all: readonly string[]): boolean {
  const { reason, asked } = JSON.parse(meta) as { reason?: unknown; asked?: { q?: unknown } };
  if (typeof reason === 'string' && mentions(reason, all)) return true;
  if (typeof asked?.q !== 'string') return false;
  const q = asked.q.trim().toLowerCase();
  const isPart = q.length >= SHORTEST_TELLING && [...emails, ...names].some((text) => text.toLowerCase().includes(q));
  return isPart || mentions(q, all);
}
