import { croatianSortKey } from '../../platform/kernel/croatian-sort-key.ts';
import type { User } from './user.ts';

/** Lists sort by surname, then first name. */
export const sortKeyOf = ({ ime, prezime }: Pick<User, 'ime' | 'prezime'>): string =>
  `${croatianSortKey(prezime)} ${croatianSortKey(ime)}`; // the space sorts before everything else in a key: Božić before Božić-Blažević
