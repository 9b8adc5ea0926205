import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId, UserId } from '../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import type { SignIn } from './session.ts';
import { listSignInOrigins } from './sessions-store.ts';

/** Takes note of what is used: which sign-in added it, or null where none did. */
export type AddOrigin = (addedBy: SignInId | null) => void;

/** A sign-in that is about to be opened, and the sign-ins that added what it is opened with. */
export interface SignInOrigins {
  readonly sid: SignInId;
  /** For what alone opens it. */
  readonly openedWith: AddOrigin;
  /** For what is proved besides: a second factor, a re-authentication. */
  readonly provedWith: AddOrigin;
  readonly cameOf: () => SignIn['came_of'];
}

export function newSignInOrigins(): SignInOrigins {
  return { sid: opaqueId(), ...originsFrom(null) };
}

/** Marks the sign-ins that added what was only proved besides. */
const BESIDES = '+';

/** For a sign-in that is open already, and came of `known`. */
export function originsFrom(known: SignIn['came_of']): Omit<SignInOrigins, 'sid'> {
  const found = new Set(marksOf(known));
  return {
    openedWith: (addedBy) => void (addedBy !== null && found.add(addedBy)),
    provedWith: (addedBy) => void (addedBy !== null && found.add(`${BESIDES}${addedBy}`)),
    cameOf: () => (found.size === 0 ? null : [...found].join(' ')),
  };
}

const marksOf = (cameOf: SignIn['came_of']): string[] => (cameOf === null ? [] : cameOf.split(' '));

const originsOf = (cameOf: SignIn['came_of']): SignInId[] => marksOf(cameOf).map((mark) => mark.replace(BESIDES, ''));

/**
 * These sign-ins of a person, with every one that was opened through what they added, and so on. `since`: whatever was opened from
 * then on belongs to them too.
 */
export async function findDescendants(
  tx: Tx,
  userId: UserId,
  first: readonly SignInId[],
  since?: Instant,
): Promise<ReadonlySet<SignInId>> {
  const family = new Set(first);
  const all = await listSignInOrigins(tx, userId);
  if (since !== undefined) for (const { sid, started_at } of all) if (started_at >= since) family.add(sid);
  const steps = all.flatMap(({ sid, came_of }) => originsOf(came_of).map((origin) => ({ origin, sid })));
  const opened = Map.groupBy(steps, ({ origin }) => origin);
  // A set is walked on to what is added meanwhile.
  for (const one of family) for (const { sid } of opened.get(one) ?? []) family.add(sid);
  return family;
}

/**
 * The sign-ins that added what alone opened this one, and so on, as far as they were opened since then. Not those that added a second
 * factor: whoever has only the mailbox must not get around it.
 */
export async function findOrigins(tx: Tx, userId: UserId, sid: SignInId, since: Instant): Promise<readonly SignInId[]> {
  const all = new Map((await listSignInOrigins(tx, userId)).map((one) => [one.sid, one]));
  const found = new Set([sid]);
  for (const one of found)
    for (const origin of marksOf(all.get(one)?.came_of ?? null))
      if ((all.get(origin)?.started_at ?? '') >= since) found.add(origin);
  return [...found];
}
