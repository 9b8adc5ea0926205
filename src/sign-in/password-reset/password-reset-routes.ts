import { TOKEN_PATH } from '../../accounts/action-tokens/action-token.ts';
import { defineOpenRoute, ok, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { type PasswordByLinkDeps, passwordByLink } from '../passwords/password-by-link.ts';
import { type ForgotPasswordDeps, forgotPassword } from './forgot-password.ts';
import { ForgotAnswer, ForgotBody } from './password-reset-wire.ts';

export interface PasswordResetDeps extends ForgotPasswordDeps, PasswordByLinkDeps {
  readonly publicUrl: string;
  /** Whether a response may carry the reset token: by setting, or to a caller on this machine. */
  readonly mayReveal: (isLocalCall: boolean) => boolean;
}

const tag = 'Lost password';
const DETAIL = 'Ako račun s tom adresom postoji, poslali smo poruku s poveznicom za novu lozinku.';

export const passwordResetRoutes = (deps: PasswordResetDeps): Route[] => [
  defineOpenRoute({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Mails a link that sets a new password',
    tag,
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
    tag,
    asks: 'Tells whether a reset link still works, without spending it',
    sets: 'Sets a new password by a reset link',
    done: 'Nova lozinka je postavljena. Sada se možete prijaviti.',
    audit: ['password.reset.ok', 'password.reset.fail'],
  }),
];
