import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { googleCredentialsUsedTable } from './google-credentials-store.ts';
import { identityLinksTable, listLinksOf } from './identity-links-store.ts';
import { GOOGLE } from './linked-issuer.ts';

export const identityPersonalData: PersonalDataContributor = {
  room: 'sign-in-oidc',
  ...rowsOfPerson([identityLinksTable, googleCredentialsUsedTable]),
  // Google's has a part of its own, under which programs know it.
  exportOf: async (db, userId) => {
    const links = (await listLinksOf(db, userId)).map(({ user_id: _, added_by: __, ...link }) => link);
    const { issuer: _, ...google } = links.find(({ issuer }) => issuer === GOOGLE.issuer) ?? { issuer: undefined };
    return {
      linked_identities: links.filter(({ issuer }) => issuer !== GOOGLE.issuer),
      google_account: 'subject' in google ? google : null,
    };
  },
  parts: { google_account: { purpose: 'sign-in', kept: 'account' } },
  description: {
    holds: 'accounts at Google and other issuers by which a person signs in: issuer, number, address, time',
    erased: 'removed',
  },
};
