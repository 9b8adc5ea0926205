import { digestsByPerson, journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { NO_KNOWN_METHODS } from '../login/sign-in-with-external-identity.ts';
import { firstProof } from '../login/ways-in.ts';
import {
  dropIdentityLink,
  dropIdentityLinksAddedBy,
  findUsersWithLink,
  type IdentityLink,
  identityLinksTable,
  listLinksOf,
  listLinksOfPeople,
} from './identity-links-store.ts';
import { type IdentityProvider, identityProvidersTable } from './identity-provider.ts';
import { identityProviderErrors } from './identity-providers-errors.ts';
import { identityProvidersRoutes } from './identity-providers-routes.ts';
import { findProviderOfIssuer, identityProviderCountsTable } from './identity-providers-store.ts';
import type { CheckProblem } from './issuer-check.ts';
import { openIssuers } from './issuers.ts';
import type { OidcDeps } from './issuers-deps.ts';
import { identityErrors } from './issuers-errors.ts';
import { identityMails } from './issuers-mails.ts';
import { identityPersonalData } from './issuers-personal-data.ts';
import { oidcRoutes } from './issuers-routes.ts';
import { TicketBody } from './issuers-wire.ts';
import { resumeWithIdentity, signInWithTicket, TICKET_WAY } from './sign-in-with-ticket.ts';
import { browserOf } from './travel-to-issuer.ts';

interface IdentitiesState {
  readonly linked: readonly string[];
}

const digestOf = ({ issuer, subject }: Pick<IdentityLink, 'issuer' | 'subject'>): string =>
  journalDigest(JSON.stringify([issuer, subject]));

/** Which accounts elsewhere open it; those that were unlinked since a backup do not. */
const journalledIdentities = journalledPerson<IdentitiesState>({
  kind: 'identities',
  none: { linked: [] },
  read: async (db, ids) => {
    const rows = await listLinksOfPeople(db, ids);
    return new Map([...digestsByPerson(rows, digestOf)].map(([id, linked]) => [id, { linked }]));
  },
  apply: async (tx, { id }, { linked }) => {
    const gone = (await listLinksOf(tx, id)).filter((link) => !linked.includes(digestOf(link)));
    for (const { issuer } of gone) await dropIdentityLink(tx, id, issuer);
    return gone.length === 0 ? [] : ['identities'];
  },
});

/** Removes the links that these sign-ins added. */
const takeBackIdentities: TakeBack = async (tx, call, about, sids) => {
  const dropped = await dropIdentityLinksAddedBy(tx, about.id, sids);
  for (const { issuer } of dropped) {
    const provider = await findProviderOfIssuer(tx, issuer);
    if (provider === undefined) continue; // removed since
    await recordAudit(tx, call, { action: 'identity.unlink', about, meta: { provider: provider.key } });
  }
  return dropped.length === 0 ? [] : ['identity'];
};

type ProviderNamed = Pick<IdentityProvider, 'key' | 'issuer'>;
type Changed = Partial<Pick<IdentityProvider, 'name' | 'client_id' | 'scopes' | 'linking' | 'domains'>>;

const issuersActions = {
  'identity_provider.create': action<ProviderNamed & Pick<IdentityProvider, 'name' | 'linking' | 'domains'>>(),
  'identity_provider.update': action<ProviderNamed & { changed: Changed; secret_replaced: boolean }>(),
  'identity_provider.delete': action<ProviderNamed & Pick<IdentityProvider, 'name'>>(),
  'identity_provider.test': action<ProviderNamed & { ok: boolean; problem?: CheckProblem }>(),
  'identity.login': action<{ sid: string; second_factor: boolean; provider: string; linked: boolean }>(),
  'identity.link': action<{ provider: string; first_use: boolean }>(),
  'identity.unlink': action<{ provider: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof issuersActions> {}
}

interface IssuersRoomDeps extends Omit<OidcDeps, 'settings' | 'issuers' | 'findUsersWithWayIn'> {
  readonly settings: Settings;
}

export const issuersRoom = defineRoom({
  name: 'issuers',
  refusals: { ...identityErrors, ...identityProviderErrors },
  tables: [identityProvidersTable, identityLinksTable, identityProviderCountsTable],
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
            refusals: ['identity.invalid', 'identity.not_linked', 'attempts.busy'],
            enter: (signIn, { body: { ticket }, call, limitKey, reply }) =>
              signInWithTicket(signIn, call, { ticket, limitKey, browser: browserOf(reply, deps.publicUrl) }),
          }),
        ],
        resumed: { [TICKET_WAY]: { proved: NO_KNOWN_METHODS, resume: resumeWithIdentity(keys) } },
      },
      routes: [...identityProvidersRoutes({ ...deps, permitsPrivate }), ...oidcRoutes(deps)],
    };
  },
});
