import type { Static } from 'typebox';
import type { Account } from '../../accounts/users/user.ts';
import type { ShowUser } from '../../accounts/users/user-wire.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { seesOib } from './read-users.ts';
import { userActions } from './user-actions.ts';
import type { UserAdminDeps } from './user-admin-deps.ts';
import type { AdministeredUserAnswer } from './user-admin-wire.ts';

/** A person as the caller may see them: managers see only the last two digits of the OIB. */
export const showSeenUser =
  (showUser: ShowUser, caller: AnyCaller) =>
  (account: Account): ReturnType<ShowUser> => {
    const shown = showUser(account);
    return seesOib(caller) || shown.oib === '' ? shown : { ...shown, oib: `•••••••••${shown.oib.slice(-2)}` };
  };

/** The same, with the actions that the caller may take now. */
export const showManagedUser =
  (
    {
      showUser,
      clock,
      retentionDays,
      factors,
    }: Pick<UserAdminDeps, 'showUser' | 'clock' | 'retentionDays' | 'factors'>,
    manager: AnyCaller,
  ) =>
  (account: Account): Static<typeof AdministeredUserAnswer> => ({
    ...showSeenUser(showUser, manager)(account),
    actions: userActions({ manager, now: clock.now(), retentionDays, factors }, account),
  });
