import { TOTAL_CAP } from '../http/list-wire.ts';

/** Numbers of people at which a list of them is made in another way. All ways lead to the same list; tests lower them. */
export const PEOPLE_BOUNDS = {
  /** So many are fetched, asked for the rest and sorted rather than walked to. */
  few: 5000,
  /** Lists of so many are read to the end. */
  met: 50_000,
  /** Where no list is short, so many are looked at in the list's order for one page, then it ends. */
  walked: 50_000,
  /** Totals are exact up to here. */
  cap: TOTAL_CAP,
};
