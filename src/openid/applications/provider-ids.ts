import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** The library's notion of an account: a person in one of their sign-ins, so that everything issued ends with that sign-in. */
export interface PersonInSignIn {
  readonly userId: UserId;
  readonly sid: string;
}

const FORM = /^([1-9]\d{0,15})\.([\w-]{10,64})$/;

export const accountIdOf = ({ userId, sid }: PersonInSignIn): string => `${userId}.${sid}`;

export function parseAccountId(text: string): PersonInSignIn | undefined {
  const [, userId, sid] = FORM.exec(text) ?? [];
  return userId === undefined || sid === undefined ? undefined : { userId: Number(userId), sid };
}

/**
 * An application's `sub` of a person: the user's id, or a pairwise identifier, so that unrelated applications cannot combine
 * their data (OpenID Connect Core §8.1). The same in every sign-in.
 */
export function subjectOf(keys: Keyring, userId: UserId | '', application: { id: string; foreign: boolean }): string {
  if (!application.foreign) return String(userId);
  return keys.hmac('application-subject', `${application.id} ${userId}`).toString('base64url');
}

export const subjectFor = (keys: Keyring, accountId: string, application: { id: string; foreign: boolean }): string =>
  subjectOf(keys, parseAccountId(accountId)?.userId ?? '', application);

/**
 * An application's `sid` of a sign-in. It differs by application, so that two of them cannot find out that a person used both in
 * one sign-in. The same in every token of that sign-in and in its logout token.
 */
export const sessionIdFor = (keys: Keyring, applicationId: string, sid: string): string =>
  keys.hmac('application-session', `${applicationId} ${sid}`).subarray(0, 18).toString('base64url');
