import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { digestsByPerson, journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { secureAddressSetting, textSetting } from '../../platform/config/setting.ts';
import type { Settings, SettingsOf } from '../../platform/config/settings.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { NO_KNOWN_METHODS } from '../login/sign-in-with-external-identity.ts';
import { firstProof } from '../login/ways-in.ts';
import { googleVerifier } from './google-credential.ts';
import { googleCredentialsUsedTable } from './google-credentials-store.ts';
import { googleKeys } from './google-keys.ts';
import { googleRoutes } from './google-routes.ts';
import {
  dropIdentityLink,
  dropIdentityLinksAddedBy,
  findUsersWithLink,
  type IdentityLink,
  identityLinksTable,
  listLinksOf,
  listLinksOfPeople,
} from './identity-links-store.ts';
import { identityProvidersTable } from './identity-provider.ts';
import { identityProvidersRoutes } from './identity-providers-routes.ts';
import { identityProviderCountsTable } from './identity-providers-store.ts';
import { openIssuers } from './issuers.ts';
import { issuersActions } from './issuers-actions.ts';
import type { OidcDeps } from './issuers-deps.ts';
import { googleErrors, identityErrors, identityProviderErrors } from './issuers-errors.ts';
import { identityMails } from './issuers-mails.ts';
import { identityPersonalData } from './issuers-personal-data.ts';
import { oidcRoutes, TicketBody } from './issuers-routes.ts';
import { findLinkedIssuer, GOOGLE } from './linked-issuer.ts';
import { GOOGLE_WAY, resumeWithGoogle } from './sign-in-with-google.ts';
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
    return namesOf(gone, 'identities');
  },
});

/** Removes the links that these sign-ins added. */
const takeBackIdentities: TakeBack = async (tx, call, about, sids) => {
  const dropped = await dropIdentityLinksAddedBy(tx, about.id, sids);
  for (const { issuer: at } of dropped) {
    const issuer = await findLinkedIssuer(tx, at);
    if (issuer === undefined) continue; // removed since
    if ('google_picture' in issuer.goesToo) await changeUser(tx, about.id, issuer.goesToo, call.at);
    await recordAudit(tx, call, { ...issuer.unlink(), about });
  }
  return namesOf(dropped, 'identity');
};

/** What a report calls the links that went. */
const namesOf = <Others extends string>(links: readonly Pick<IdentityLink, 'issuer'>[], others: Others) => [
  ...new Set(links.map(({ issuer }) => (issuer === GOOGLE.issuer ? 'google' : others))),
];

const googleSettings = {
  google: {
    clientId: textSetting('SVC_GOOGLE_CLIENT_ID', {
      fallback: '',
      why: 'OAuth client of the Google sign-in; `/login` of this service is its authorised redirect address. Empty: it is off.',
    }),
    keysUrl: secureAddressSetting('SVC_GOOGLE_KEYS_URL', {
      fallback: 'https://www.googleapis.com/oauth2/v3/certs',
      why: 'Key set that verifies Google ID tokens. Whoever controls it can sign in as anybody, so https is required.',
    }),
  },
} as const;

declare module '../../platform/config/settings.ts' {
  interface Settings extends SettingsOf<typeof googleSettings> {}
}

interface IssuersRoomDeps extends Omit<OidcDeps, 'settings' | 'issuers' | 'findUsersWithWayIn'> {
  readonly settings: Settings;
}

export const issuersRoom = defineRoom({
  name: 'issuers',
  refusals: { ...identityErrors, ...googleErrors, ...identityProviderErrors },
  tables: [identityProvidersTable, identityLinksTable, identityProviderCountsTable, googleCredentialsUsedTable],
  settings: googleSettings,
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
    const { clientId, keysUrl } = settings.google;
    const verifyGoogle =
      clientId === '' ? undefined : googleVerifier({ clientId, keys: googleKeys(keysUrl, clock), clock });
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
        resumed: {
          [GOOGLE_WAY]: { proved: NO_KNOWN_METHODS, resume: resumeWithGoogle(keys) },
          [TICKET_WAY]: { proved: NO_KNOWN_METHODS, resume: resumeWithIdentity(keys) },
        },
      },
      routes: [
        ...googleRoutes({ ...deps, verifyGoogle }),
        ...identityProvidersRoutes({ ...deps, permitsPrivate }),
        ...oidcRoutes(deps),
      ],
    };
  },
});
