import type { UserId } from '../kernel/entity-id.ts';

/** Whom the protocol's library takes for an account: a person in one of their sign-ins, so that all of it hangs on that. */
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
