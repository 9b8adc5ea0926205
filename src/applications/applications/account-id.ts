import type { UserId } from '../../platform/kernel/entity-id.ts';

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
