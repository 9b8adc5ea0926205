import { defineRoute, ok, type Route } from '../http/define-route.ts';
import { signedIn } from '../http/route-access.ts';
import { limitedByLockout } from '../http/route-limit.ts';
import { DetailAnswer } from '../http/wire.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { passwordErrors } from './passwords-errors.ts';
import { ChangePasswordBody } from './passwords-wire.ts';

export const passwordsRoutes = (deps: ChangePasswordDeps): Route[] => [
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
