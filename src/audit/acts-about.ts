import * as store from './person-records-store.ts';

/** What others did about one person, and how much of it: the ground of their access log. */
export const listActsAbout = store.listActsAbout;
export const countActsAbout = store.countActsAbout;
/** Every address under which a person acted, as far as the log goes back. */
export const listAddressesOf = store.listAddressesOf;
