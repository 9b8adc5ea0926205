import type { UserId } from '../../platform/kernel/entity-id.ts';

/** What two people have in common who may be one. */
export const LIKENESSES = ['oib', 'name_and_telefon'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** Two people who may be one, the older one first. */
export interface Duplicate {
  readonly oldest: UserId;
  readonly id: UserId;
}
