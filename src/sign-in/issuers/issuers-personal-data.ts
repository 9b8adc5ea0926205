import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { identityLinksTable } from './identity-links-store.ts';

export const identityPersonalData: PersonalDataContributor = {
  room: 'sign-in-oidc',
  ...rowsOfPerson([identityLinksTable]),
  description: {
    holds: 'accounts at other issuers by which a person signs in: issuer, number, address, time',
    erased: 'removed',
  },
};
