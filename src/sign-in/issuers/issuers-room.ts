import type { Settings } from '../../platform/config/settings.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { VOUCHED } from '../login/sign-in-vouched.ts';
import { firstProof } from '../login/ways-in.ts';
import { findUsersWithLink } from './identity-links-store.ts';
import { identityProvidersRoutes } from './identity-providers-routes.ts';
import { openIssuers } from './issuers.ts';
import { issuersActions } from './issuers-actions.ts';
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

interface IssuersRoomDeps extends Omit<OidcDeps, 'settings' | 'issuers' | 'findUsersWithWayIn'> {
  readonly settings: Settings;
}

export const issuersRoom = defineRoom({
  name: 'issuers',
  auditActions: issuersActions,
  mails: identityMails,
  wayIn: findUsersWithLink,
  personalData: () => identityPersonalData,
  takeBack: takeBackIdentities,
  journalledStates: [journalledIdentities],
  open: ({ settings, ...needs }: IssuersRoomDeps, { findUsersWithWayIn }) => {
    const { keys, clock } = needs;
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const permitsPrivate = permitted.length > 0;
    const issuers = openIssuers({ keys, clock, fetch: outgoingFetch(permitted), permitsPrivate });
    const deps = { ...needs, settings, issuers, findUsersWithWayIn };
    return {
      services: { issuers },
      signIn: {
        firstProofs: [
          firstProof({
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
          }),
        ],
        resumed: { [TICKET_WAY]: { proved: VOUCHED, resume: resumeWithIdentity(keys) } },
      },
      routes: [...identityProvidersRoutes({ ...deps, permitsPrivate }), ...oidcRoutes(deps)],
    };
  },
});
