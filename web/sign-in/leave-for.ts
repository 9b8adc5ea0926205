import type { OwnUser } from '../../client/wire-types.ts';
import { dropEndedHere } from '../auth/ended-here.ts';
import { type HowSignedIn, recordSignIn } from '../auth/just-signed-in.ts';
import { keptCodes } from '../auth/kept-codes.ts';
import { takeWhereTo } from '../auth/where-to.ts';
import { startOf } from '../layout/navigation.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { dropAddress, keepSecond } from './kept-sign-in.ts';

/** A full page load, so that nothing typed stays in memory. Whoever must change the password goes to their own page. */
export function leaveFor(user: OwnUser, how: HowSignedIn): void {
  recordSignIn(how);
  dropAddress();
  keepSecond(undefined);
  dropEndedHere();
  keptCodes(user.id); // drops somebody else's
  const wanted = takeWhereTo() ?? startOf(user);
  location.assign(user.must_change_pwd ? PAGE_PATHS.profile : wanted);
}
