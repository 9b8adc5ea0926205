import type { Caller } from '../http/caller.ts';
import type { Account } from '../users/user.ts';
import type { ShowUser } from '../users/user-wire.ts';
import { seesOib } from './read-users.ts';

/** A person as the caller may see them: managers see no OIB but its last two digits. */
export const showManagedUser =
  (showUser: ShowUser, caller: Caller) =>
  (account: Account): ReturnType<ShowUser> => {
    const shown = showUser(account);
    return seesOib(caller) || shown.oib === '' ? shown : { ...shown, oib: `•••••••••${shown.oib.slice(-2)}` };
  };
