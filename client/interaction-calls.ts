import type { ApiCaller } from './api-caller.ts';
import type * as wire from './wire-types.ts';

/** For the page on which people sign in to an application; works only in the browser that the application sent here. */
export const interactionCalls = ({ signedIn, anonymously }: ApiCaller) => ({
  details: (uid: string) => anonymously<wire.Interaction>(`GET ${interactionAt(uid)}/details`),
  /** Signs the caller in to the application, or says what is missing. */
  decide: (uid: string, decision: wire.InteractionDecision = {}) =>
    signedIn<wire.InteractionState>(`POST ${interactionAt(uid)}`, { body: decision }),
  refuse: (uid: string) => anonymously<{ redirect_to: string }>(`POST ${interactionAt(uid)}/refuse`, { body: {} }),
});

const interactionAt = (uid: string): string => `/oidc/interaction/${encodeURIComponent(uid)}`;
