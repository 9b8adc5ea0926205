import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { findAccount } from '../users/accounts-store.ts';
import { forgetAvatar } from '../users/changed-users-store.ts';
import { avatarStampsTable, forgetStamp } from './avatar-stamps-store.ts';

/** The column with the address belongs to `users`. The files are removed after the commit, by `removeAvatarFiles`. */
export const avatarsPersonalData: PersonalDataContributor = {
  room: 'avatars',
  tables: [avatarStampsTable],
  exportOf: async (db, userId) => ({ avatar_url: (await findAccount(db, userId))?.avatar_url ?? null }),
  erase: async (tx, userId, at) => {
    await forgetAvatar(tx, userId, at);
    await forgetStamp(tx, userId);
  },
  parts: {
    avatar_url: { purpose: 'account', kept: 'account' },
  },
  description: { holds: 'the picture as a file, its address in the profile', erased: 'removed, the file too' },
};
