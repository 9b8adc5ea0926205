import { journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { dropLink, findLinkOf } from './google-links-store.ts';

interface GoogleState {
  readonly linked: string | null;
}

/** Which Google account opens it; one that was unlinked since a backup does not. */
export const journalledGoogleLink = journalledPerson<GoogleState>({
  kind: 'google',
  none: { linked: null },
  read: async (db, ids) => {
    const links = db.selectFrom('google_links').select(['user_id', 'subject']);
    const rows = await links.where('user_id', 'in', valuesOf(db, 'bigint', ids)).execute();
    return new Map(rows.map(({ user_id, subject }) => [user_id, { linked: journalDigest(subject) }]));
  },
  apply: async (tx, { id }, { linked }) => {
    const link = await findLinkOf(tx, id);
    if (link === undefined || journalDigest(link.subject) === linked) return [];
    await dropLink(tx, id);
    return ['google'];
  },
});
