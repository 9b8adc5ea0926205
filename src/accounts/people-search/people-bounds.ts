import { TOTAL_CAP } from '../../platform/http/list-wire.ts';

/** Sizes that decide how a list is computed. The result is always the same; tests lower the limits. */
export const PEOPLE_BOUNDS = {
  /** Up to this many are fetched, filtered and sorted. */
  few: 5000,
  /** The same for a list that is read from many ranges of an index. */
  named: 12_000,
  /** Lists up to this size are read completely. */
  met: 50_000,
  /** Without a short list, at most this many are scanned in list order, which is quicker where that fills a page. */
  walked: 20_000,
  /** Totals are exact up to here. */
  cap: TOTAL_CAP,
};
