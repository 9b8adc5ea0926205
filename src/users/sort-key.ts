import { croatianSortKey } from '../kernel/croatian-sort-key.ts';
import type { User } from './user.ts';

/** Lists of people go by surname, then first name. */
export const sortKeyOf = ({ ime, prezime }: Pick<User, 'ime' | 'prezime'>): string =>
  `${croatianSortKey(prezime)}!${croatianSortKey(ime)}`; // `!` sorts before every letter and after the space
