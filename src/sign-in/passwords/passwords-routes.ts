import { TOKEN_PATH } from '../../accounts/action-tokens/action-token.ts';
import { defineOpenRoute, defineRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open, signedIn } from '../../platform/http/route-access.ts';
import { limitedByLockout, perAddress, unlimited } from '../../platform/http/route-limit.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { type ChangePasswordDeps, changePassword, SECURITY_PAGE } from './change-password.ts';
import { type ForgotPasswordDeps, forgotPassword } from './forgot-password.ts';
import { type PasswordByLinkDeps, passwordByLink } from './password-by-link.ts';
import { ChangePasswordBody, ForgotAnswer, ForgotBody } from './passwords-wire.ts';

export interface PasswordsRoutesDeps
  extends ChangePasswordDeps,
    ForgotPasswordDeps,
    PasswordByLinkDeps,
    Pick<Platform, 'publicUrl'> {
  /** Whether a response may carry the reset token: by setting, or to a caller on this machine. */
  readonly mayReveal: (isLocalCall: boolean) => boolean;
}

const LOST = 'Lost password';
const DETAIL = 'Ako račun s tom adresom postoji, poslali smo poruku s poveznicom za novu lozinku.';

export const passwordsRoutes = (deps: PasswordsRoutesDeps): Route[] => [
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
      refusals: ['password.wrong', ...Object.values(lockoutErrors), 'passwords.busy'],
    },
    handle: async ({ body, call, limitKey, left }) => {
      await changePassword(deps, call, {
        current: body.current_password,
        next: body.new_password,
        limitKey,
        left: left(),
      });
      return { detail: 'Lozinka je promijenjena. Odjavljeni ste s ostalih uređaja.' };
    },
  }),
  defineOpenRoute({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Mails a link that sets a new password',
    tag: LOST,
    access: open('who lost the password cannot sign in'),
    limit: perAddress({ most: 600, within: minutes(1) }),
    audit: ['password.forgot.issue', 'password.forgot.miss'],
    request: { body: ForgotBody },
    responses: { success: ok(ForgotAnswer, 'The same for every address'), refusals: [] },
    handle: async ({ body, call, limitKey, isLocalCall }) => {
      const token = await forgotPassword(deps, call, limitKey, body.email);
      if (token === undefined || !deps.mayReveal(isLocalCall())) return { detail: DETAIL };
      return { detail: DETAIL, reset_token: token, reset_link: `${deps.publicUrl}${TOKEN_PATH.reset}?token=${token}` };
    },
  }),
  ...passwordByLink(deps, {
    kind: 'reset',
    paths: ['/api/auth/reset-password', '/api/auth/password/reset'],
    tag: LOST,
    asks: 'Tells whether a reset link still works, without spending it',
    sets: 'Sets a new password by a reset link',
    done: 'Nova lozinka je postavljena. Sada se možete prijaviti.',
    audit: ['password.reset.ok', 'password.reset.fail'],
  }),
];
