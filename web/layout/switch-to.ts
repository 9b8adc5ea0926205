import type { StoredUser } from '../../client/stored-session.ts';
import type { OwnMembership } from '../../client/wire-types.ts';
import { askUnsaved } from '../components/dialog/unsaved.ts';

let go: ((membership: OwnMembership) => void) | undefined;

/** Where else somebody's sign-in may act. What an older version of these pages stored has no list. */
export const switchableOf = (user: Partial<Pick<StoredUser, 'memberships'>> | undefined): readonly OwnMembership[] =>
  user?.memberships?.filter(({ acting, state }) => !acting && state === 'active') ?? [];

/** Lets the sign-in act in another membership, and loads the page anew. What stands in its way is said by the frame. */
export const switchTo = (membership: OwnMembership): void => askUnsaved(() => go?.(membership));

/** Registers who does it. Returns a function that unregisters it. */
export function switchBy(goer: (membership: OwnMembership) => void): () => void {
  go = goer;
  return () => {
    if (go === goer) go = undefined;
  };
}
