import type { Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { User } from './user.ts';
import * as store from './users-store.ts';

/** What may change without touching how a person is found, what they may do, or where they belong. */
export type PlainChange = Pick<
  store.UserChange,
  | 'avatar_url'
  | 'google_picture'
  | 'password_hash'
  | 'email_verified_at'
  | 'must_change_pwd_at'
  | 'gdpr_consent_at'
  | 'consent_policy_version'
  | 'two_factor_enabled_at'
>;

/** Changes the members given and marks the time; `undefined` when there is no such user or they are deleted. */
export const changeUser = (tx: Tx, id: number, change: PlainChange, at: Instant): Promise<User | undefined> =>
  store.changeUser(tx, id, { ...change, updated_at: at });

/** Marks a sign-in by the password behind `hash`; `undefined` when the user is no longer active or has another password. */
export const noteSignIn = store.noteSignIn;

/** Marks a sign-in that Google vouched for; `undefined` when the user is no longer active. */
export const noteVouchedSignIn = store.noteVouchedSignIn;

/** Puts a new hash in place of the one that was checked; `undefined` when that is no longer there. */
export const changePasswordHash = store.changePasswordHash;

/** Clears the address of a person's avatar, whatever their status. */
export const forgetAvatar = store.forgetAvatar;

export const renewPasswordHash = store.renewPasswordHash;

/** Notes an answer to the privacy policy, unless a later one is known. */
export const noteConsent = store.noteConsent;
