import { digestsByPerson, journalDigest, journalledPerson } from '../../accounts/users/journalled-users.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import { dropIdentityLink, type IdentityLink, listLinksOf } from './identity-links-store.ts';

interface IdentitiesState {
  readonly linked: readonly string[];
}

const digestOf = ({ issuer, subject }: Pick<IdentityLink, 'issuer' | 'subject'>): string =>
  journalDigest(JSON.stringify([issuer, subject]));

/** Which accounts elsewhere open it; those that were unlinked since a backup do not. */
export const journalledIdentities = journalledPerson<IdentitiesState>({
  kind: 'identities',
  none: { linked: [] },
  read: async (db, ids) => {
    const links = db.selectFrom('identity_links').select(['user_id', 'issuer', 'subject']).orderBy('issuer');
    const rows = await links.where('user_id', 'in', valuesOf(db, 'bigint', ids)).execute();
    return new Map([...digestsByPerson(rows, digestOf)].map(([id, linked]) => [id, { linked }]));
  },
  apply: async (tx, { id }, { linked }) => {
    const gone = (await listLinksOf(tx, id)).filter((link) => !linked.includes(digestOf(link)));
    for (const { issuer } of gone) await dropIdentityLink(tx, id, issuer);
    return gone.length === 0 ? [] : ['identities'];
  },
});
