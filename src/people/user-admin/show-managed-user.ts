import type { Static } from 'typebox';
import type { MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import type { Reached } from '../../accounts/permissions/managed-person.ts';
import type { ReauthDeps } from '../../accounts/permissions/reauth-for-link.ts';
import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { PresentedAccount } from '../../accounts/users/callers-account.ts';
import { fieldsForManagers } from '../../accounts/users/person-fields.ts';
import type { User } from '../../accounts/users/user.ts';
import type { ShowUser } from '../../accounts/users/user-wire.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ShowPasskey } from '../../sign-in/passkeys/own-passkeys.ts';
import { seesOib } from './read-users.ts';
import { userActions } from './user-actions.ts';
import type { AdministeredUserAnswer } from './user-admin-wire.ts';

export interface UserAdminDeps
  extends Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>,
    ReauthDeps,
    MailLimits {
  readonly factors: SecondFactors;
  readonly showUser: ShowUser;
  readonly showPasskey: ShowPasskey;
  /** Days in which a deletion can be undone. */
  readonly retentionDays: number;
}

/** A person as the caller may see them: managers see less of some fields. */
export const showUserFor =
  (showUser: ShowUser, caller: AnyCaller) =>
  (account: PresentedAccount): ReturnType<ShowUser> =>
    seesOib(caller) ? showUser(account) : { ...showUser(account), ...fieldsForManagers(account) };

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
  (account: PresentedAccount & Pick<User, 'deleted_at'> & Partial<Reached>): Static<typeof AdministeredUserAnswer> => ({
    ...showUserFor(showUser, manager)(account),
    actions: userActions({ manager, now: clock.now(), retentionDays, factors }, account),
  });
