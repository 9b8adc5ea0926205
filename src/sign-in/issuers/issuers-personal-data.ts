import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { dropIdentityLinksOf, listLinksOf } from './identity-links-store.ts';
import { identityTables } from './issuers-columns.ts';

export const identityPersonalData: PersonalDataContributor = {
  room: 'sign-in-oidc',
  tables: identityTables,
  exportOf: async (db, userId) => ({
    linked_identities: (await listLinksOf(db, userId)).map(({ issuer, subject, email, linked_at }) => ({
      issuer,
      subject,
      email,
      linked_at,
    })),
  }),
  erase: dropIdentityLinksOf,
  parts: {
    linked_identities: { purpose: 'sign-in', kept: 'account' },
  },
  description: {
    holds: 'accounts at other issuers by which a person signs in: issuer, number, address, time',
    erased: 'removed',
  },
};
