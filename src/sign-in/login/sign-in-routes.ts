import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perAddress, unlimited } from '../../platform/http/route-limit.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { passwordErrors } from '../passwords/passwords-errors.ts';
import { reauthenticate } from './reauthenticate.ts';
import { refreshSignIn } from './refresh-sign-in.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInErrors } from './sign-in-errors.ts';
import { LogoutQuery, ReauthenticateBody, RefreshBody, SignInAnswer } from './sign-in-wire.ts';
import { signOut } from './sign-out.ts';

const tag = 'Sign-in';

export const signInRoutes = (deps: SignInDeps): Route[] => [
  defineOpenRoute({
    method: 'POST',
    path: '/api/auth/refresh',
    withoutTurn: 'a few reads by key and one commit, and a whole federation may share one address',
    summary: 'Exchanges a refresh token for the next pair',
    tag,
    access: open('the refresh token in the body is the credential; the access token has expired'),
    limit: perAddress({ most: 6000, within: minutes(1) }), // a whole federation may share one address
    audit: ['auth.refresh', 'auth.refresh.reuse'],
    request: { body: RefreshBody },
    responses: {
      success: ok(SignInAnswer, 'The next pair'),
      refusals: [signInErrors['refresh.invalid'], signInErrors['refresh.reused']],
    },
    handle: ({ body, call }) => refreshSignIn(deps, call, body.refresh_token),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/reauthenticate',
    summary: 'Re-authenticates the caller, as some acts require',
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: limitedByLockout,
    audit: ['auth.reauthenticate', 'auth.reauthenticate.fail', 'login.locked'],
    request: { body: ReauthenticateBody },
    responses: {
      success: ok(DetailAnswer, 'Proved'),
      refusals: [passwordErrors['password.wrong'], ...Object.values(lockoutErrors), passwordErrors['passwords.busy']],
    },
    handle: async ({ body, call, limitKey, left }) => {
      await reauthenticate(deps, call, { ...body, limitKey, left: left() });
      return { detail: 'Potvrđeno.' };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/logout',
    withoutTurn: 'nobody waits for other answers to end a sign-in',
    summary: 'Ends this sign-in, or all of the caller',
    tag,
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: unlimited('each call ends the sign-in that it needs'),
    audit: ['logout'],
    request: { query: LogoutQuery },
    responses: { success: ok(DetailAnswer, 'Signed out'), refusals: [] },
    handle: async ({ query, call }) => {
      await signOut(deps, call, query.all ?? false);
      return { detail: 'Odjavljeni ste.' };
    },
  }),
];
