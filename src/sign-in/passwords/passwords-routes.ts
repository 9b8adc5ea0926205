import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, unlimited } from '../../platform/http/route-limit.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { passwordErrors } from './passwords-errors.ts';
import { ChangePasswordBody } from './passwords-wire.ts';
import { SECURITY_PAGE } from './security-page.ts';

export const passwordsRoutes = (deps: ChangePasswordDeps): Route[] => [
  defineOpenRoute({
    method: 'GET',
    path: '/.well-known/change-password',
    summary: 'Sends programs that keep passwords to the page where one is changed',
    tag: 'Own account',
    access: open('they ask it without credentials; the page asks for a sign-in'),
    limit: unlimited('nothing is read or stored'),
    audit: [],
    request: {},
    responses: { success: { status: 302, description: 'To the own page' }, refusals: [] },
    handle: async ({ reply }) => reply.redirect(SECURITY_PAGE, 302),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Changes the password of the caller',
    tag: 'Own account',
    access: signedIn({ exemptFrom: ['password-change', 'enrolment'] }),
    limit: limitedByLockout,
    audit: ['password.change', 'password.change.fail', 'login.locked'],
    request: { body: ChangePasswordBody },
    responses: {
      success: ok(DetailAnswer, 'Changed; every other sign-in has ended'),
      refusals: [passwordErrors['password.wrong'], ...Object.values(lockoutErrors), passwordErrors['passwords.busy']],
    },
    handle: async ({ body, call, limitKey, left }) => {
      await changePassword(deps, call, {
        current: body.current_password,
        next: body.new_password,
        limitKey,
        left: left(),
      });
      return { detail: 'Lozinka je promijenjena. Na ostalim ste uređajima odjavljeni.' };
    },
  }),
];
