import { administrationCalls } from './administration-calls.ts';
import type { ApiCaller } from './api-caller.ts';
import { documentCalls } from './document-calls.ts';
import { interactionCalls } from './interaction-calls.ts';
import { ownAccountCalls } from './own-account-calls.ts';
import { type ClientOptions, createSignInClient } from './sign-in-client.ts';

/** A client of one service for one user. Errors: ApiError, NoAnswerError, SignedOutError. */
export function createClient(options: ClientOptions = {}) {
  const { session, call } = createSignInClient(options);
  return { ...session, ...furtherCalls(call) };
}

/** What comes after the sign-in. */
export const furtherCalls = (call: ApiCaller) => ({
  interactions: interactionCalls(call),
  ...ownAccountCalls(call),
  ...administrationCalls(call),
  ...documentCalls(call),
});

export type Client = ReturnType<typeof createClient>;
