import * as store from './sessions-store.ts';

/** The one query of every request, for whoever measures it; the store itself is private to this room. */
export const findSession = store.findSession;
