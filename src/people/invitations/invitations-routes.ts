import type { Route } from '../../platform/http/define-route.ts';
import {
  type InsteadOfPassword,
  type PasswordByLinkDeps,
  passwordByLink,
} from '../../sign-in/passwords/password-by-link.ts';

export interface InvitationLinkDeps extends PasswordByLinkDeps {
  readonly passkeyInsteadOfPassword: InsteadOfPassword;
}

export const invitationsRoutes = (deps: InvitationLinkDeps): Route[] =>
  passwordByLink(deps, {
    kind: 'invite',
    paths: ['/api/auth/setup-password'],
    tag: 'Invitation',
    asks: 'Tells whether an invitation still works, without spending it',
    sets: 'Accepts an invitation by setting the first password, or with a passkey in its place',
    done: 'Lozinka je postavljena. Sada se možete prijaviti.',
    audit: ['invite.consume.ok', 'invite.consume.fail'],
    instead: deps.passkeyInsteadOfPassword,
  });
