import { type ActRow, type ActRowStore, actRowStore, problemsIndex, type RowPlace } from './act-rows-store.ts';
import { type ActStore, actStore } from './acts-store.ts';

/** The statements that other rooms may use, on the tables of a kind of act. */
export { type ActRow, type ActRowStore, type ActStore, actRowStore, actStore, problemsIndex, type RowPlace };
