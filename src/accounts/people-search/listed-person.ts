import type { PresentedAccount } from '../users/callers-account.ts';
import type { Account } from '../users/user.ts';
import type { InvitationOfPerson } from './invitation-of.ts';

/** A person as a list has them. */
export interface ListedPerson extends PresentedAccount, Pick<Account, 'deleted_at' | 'sort_key'> {
  readonly invitation: InvitationOfPerson;
}
