import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { googleTables } from './google-columns.ts';
import { dropLink, findLinkOf } from './google-links-store.ts';

/**
 * `google_credentials_used` has nothing to export or erase: digests of signed tokens identify nobody and are dropped
 * within hours.
 */
export const googlePersonalData: PersonalDataContributor = {
  room: 'sign-in-google',
  tables: googleTables,
  exportOf: async (db, userId) => {
    const link = await findLinkOf(db, userId);
    return {
      google_account: link ? { subject: link.subject, email: link.email, linked_at: link.linked_at } : null,
    };
  },
  erase: async (tx, userId) => {
    await dropLink(tx, userId);
  },
  parts: {
    google_account: { purpose: 'sign-in', kept: 'account' },
  },
  description: { holds: 'the linked Google account: its number, address, time', erased: 'removed' },
};
