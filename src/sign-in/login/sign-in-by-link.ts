import { Type } from 'typebox';
import { isFactorDue } from '../../accounts/permissions/must-enrol.ts';
import { findAccount } from '../../accounts/users/accounts-store.ts';
import { recordPasswordlessSignIn } from '../../accounts/users/changed-users-store.ts';
import type { Account } from '../../accounts/users/user.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import type { SignInByLink } from '../passwords/password-by-link.ts';
import { answerSignIn, type OpenedSession, openSignIn } from './complete-sign-in.ts';
import { isSecondDemanded } from './require-second-factor.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { SignInAnswer } from './sign-in-wire.ts';

const LinkAnswer = Type.Object(
  { ...DetailAnswer.properties, ...Type.Partial(SignInAnswer).properties },
  { title: 'PasswordSet', description: 'With what a sign-in answers where one was asked for and could be opened' },
);

/**
 * Whoever has just set a password by a mailed link has proved as much as they would by typing it again. If a
 * second factor or enrolling in one is required, they sign in as usual.
 */
export const signInByLink = (deps: SignInDeps, enrolTier: number): SignInByLink => ({
  answer: LinkAnswer,
  begin: (reply) => {
    const visit = deps.visitOf(reply);
    const device = deps.deviceOf(reply);
    const endBefore = deps.waysIn.endBefore(reply);
    let opened: OpenedSession | undefined;
    return {
      open: async (tx, call, userId) => {
        const account = await findAccount(tx, userId);
        if (account === undefined || !mayEnter(account, enrolTier, call.at)) return;
        if (await isSecondDemanded(deps.waysIn, tx, account)) return;
        await recordPasswordlessSignIn(tx, userId, { picture: null, at: call.at }); // there may be no password
        const entryOf = (sid: SignInId) => ({ action: 'login.ok', meta: { sid, by: 'link' } }) as const;
        opened = await openSignIn(tx, { ...deps, visit, device, endBefore }, call, {
          account,
          entryOf,
          proved: [],
        });
      },
      answer: async () => {
        if (opened === undefined) return undefined;
        visit.renew();
        device.give();
        return answerSignIn(deps, opened);
      },
    };
  },
});

/** Somebody with a passkey may sign in by the new password too, unless two factors are required. */
const mayEnter = (account: Account, enrolTier: number, at: Instant): boolean =>
  account.status === 'active' && !isFactorDue(account, enrolTier, at);
