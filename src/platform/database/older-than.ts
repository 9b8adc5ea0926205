import { sql } from 'kysely';
import type { Instant } from '../kernel/clock.ts';

/** The last of a page of a list that shows the newest first, and by id what was made in one instant. */
export interface LastShown {
  readonly created_at: Instant;
  readonly id: string;
}

/** What the next page of such a list begins with. */
export const olderThan = ({ created_at, id }: LastShown) =>
  sql<boolean>`(created_at < ${created_at} or (created_at = ${created_at} and id > ${id}))`;
