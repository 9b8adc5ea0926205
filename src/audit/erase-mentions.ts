import type { Database, Db, Tx } from '../database/database.ts';
import type { PersonalValues } from '../database/personal-data.ts';
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
  const texts = textsOf(values);
  if (texts.length === 0) return { ids: from.ids, seenTo: highest };
  const ids = [...from.ids];
  for (let after = from.seenTo; after < highest; after += RANGE) {
    const upTo = Math.min(after + RANGE, highest);
    const found = await listMentions(db, engine, { userId: values.userId, texts, after, upTo });
    ids.push(...found.filter(({ meta }) => names(meta, texts)).map(({ id }) => id));
  }
  return { ids, seenTo: highest };
}

/** Empties `meta` of these records with the salts that vouched for it; `erasure.erase` must list them (`blanked`). */
export const eraseMentions = (tx: Tx, { ids }: Mentions): Promise<void> => blankMeta(tx, ids);

const textsOf = ({ emails, oib, phone }: PersonalValues): string[] =>
  [...emails, oib, phone].flatMap((text) => (text === null || text === '' ? [] : text.toLowerCase()));

/** The whole value and not a part of a longer one: `ana@x.hr` is not in `joana@x.hr`, an OIB not in a longer number. */
function names(meta: string, texts: readonly string[]): boolean {
  const lower = meta.toLowerCase();
  return texts.some((text) => {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}.+_-])${RegExp.escape(text)}(?![\\p{L}\\p{N}_-])`, 'u');
    return whole.test(lower);
  });
}
