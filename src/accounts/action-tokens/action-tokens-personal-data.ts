import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { actionTokensTable } from './action-token.ts';
import { blankTokens, closeTokens, listTokensOf } from './action-tokens-store.ts';
import { cancelShownInvitations } from './token-rows-store.ts';

export const actionTokensPersonalData: PersonalDataContributor = {
  room: 'action-tokens',
  tables: [actionTokensTable],
  exportOf: async (db, userId) => ({
    links: (await listTokensOf(db, userId)).map((link) => ({
      kind: link.kind,
      created_at: link.created_at,
      expires_at: link.expires_at,
      used_at: link.used_at,
      replaced_at: link.replaced_at,
      cancelled_at: link.cancelled_at,
      asked_at: link.asked_at,
      // For a link that an administrator requested this is the administrator's address, not the person's data.
      ip: link.created_by === null || link.created_by === userId ? link.ip : null,
    })),
  }),
  erase: async (tx, userId, at) => {
    await closeTokens(tx, userId, ['invite', 'reset'], 'cancelled_at', at);
    await cancelShownInvitations(tx, userId, at); // an administrator whose account goes
    await blankTokens(tx, userId);
  },
  description: {
    holds: 'links for a new password: kind, times, client address, details; a digest of the link',
    erased:
      'ended; the digest and what the link is derived from replaced; client address and details emptied, also the client address of links that the person had made for others',
    stays: {
      what: 'kind and times by id',
      ground: 'security (GDPR art. 32)',
      until: 'they are removed 90 days after they expire',
    },
  },
};
