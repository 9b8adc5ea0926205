import type { Route } from '../http/define-route.ts';
import { passwordByLink } from '../passwords/password-by-link.ts';
import type { PasswordTokenDeps } from '../passwords/redeem-password-token.ts';

/** What an invited person does with the link. */
export const invitationsRoutes = (deps: PasswordTokenDeps): Route[] =>
  passwordByLink(deps, {
    kind: 'invite',
    paths: ['/api/auth/setup-password'],
    tag: 'Invitation',
    asks: 'Tells whether an invitation still works, without spending it',
    sets: 'Accepts an invitation by setting the first password',
    done: 'Lozinka je postavljena. Sada se možete prijaviti.',
    audit: ['invite.consume.ok', 'invite.consume.fail'],
  });
