import * as store from './users-store.ts';

/** How other rooms look an account up; the store itself is private to this one. */
export const findAccount = store.findAccount;
export const findAccountByEmail = store.findAccountByEmail;
export const findHighestPasswordCost = store.findHighestPasswordCost;
export const findUsersWithPassword = store.findUsersWithPassword;
export const findUsers = store.findUsers;
export const findPasswordHash = store.findPasswordHash;
export const hasAdministrator = store.hasAdministrator;
export const hasSuperadmin = store.hasSuperadmin;
export const hasUsers = store.hasUsers;
export const listAccounts = store.listAccounts;
export const listDeletedBefore = store.listDeletedBefore;
export const listAvatarUrls = store.listAvatarUrls;
