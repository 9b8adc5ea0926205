import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { VOUCHED } from '../login/sign-in-vouched.ts';
import type { WaysIn } from '../login/ways-in.ts';
import { findUsersWithLink } from './identity-links-store.ts';
import { identityActions } from './issuers-actions.ts';
import { identityMails } from './issuers-mails.ts';
import { identityPersonalData } from './issuers-personal-data.ts';
import { journalledIdentities } from './journalled-identities.ts';
import { browserOf } from './leaving-cookie.ts';
import type { OidcDeps } from './sign-in-oidc-deps.ts';
import { identityErrors } from './sign-in-oidc-errors.ts';
import { oidcRoutes } from './sign-in-oidc-routes.ts';
import { TicketBody } from './sign-in-oidc-wire.ts';
import { resumeWithIdentity, signInWithTicket, TICKET_WAY } from './sign-in-with-ticket.ts';
import { takeBackIdentities } from './take-back-identities.ts';

interface OidcRoomDeps extends Omit<OidcDeps, 'settings' | 'waysIn' | 'findUsersWithWayIn'> {
  readonly waysIn: WaysIn;
  readonly settings: Settings;
}

export const signInOidcRoom = defineRoom({
  name: 'sign-in-oidc',
  auditActions: identityActions,
  mails: identityMails,
  wayIn: findUsersWithLink,
  personalData: () => identityPersonalData,
  takeBack: takeBackIdentities,
  journalledStates: [journalledIdentities],
  open: (deps: OidcRoomDeps, { findUsersWithWayIn }) => {
    deps.waysIn.addResumed(TICKET_WAY, { proved: VOUCHED, resume: resumeWithIdentity(deps.keys) });
    deps.waysIn.addFirstProof({
      name: TICKET_WAY,
      chosenBy: 'ticket',
      body: TicketBody,
      audit: ['identity.login', 'identity.link'],
      refusals: [
        ...[identityErrors['identity.invalid'], identityErrors['identity.not_linked']],
        lockoutErrors['attempts.busy'],
      ],
      enter: (signIn, { body: { ticket }, call, limitKey, reply }) =>
        signInWithTicket(signIn, call, { ticket, limitKey, browser: browserOf(reply, deps.publicUrl) }),
    });
    return { routes: oidcRoutes({ ...deps, findUsersWithWayIn }) };
  },
});
