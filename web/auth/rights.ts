import type { StoredUser } from '../../client/stored-session.ts';
import type { Capability } from '../../client/wire-types.ts';
import { session } from './session.ts';

/** Who is signed in here, as the service last said. */
export const viewer = (): StoredUser | undefined => (session.holdsSignIn() ? session.storedUser() : undefined);

/** Whether the role of who is signed in has a capability; the service decides again at every call. */
export const may = (capability: Capability): boolean => viewer()?.capabilities.includes(capability) ?? false;
