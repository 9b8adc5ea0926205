import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { findAccount } from '../users/accounts-store.ts';
import { forgetAvatar } from '../users/changed-users-store.ts';
import { avatarFiles, removeAvatarFiles } from './avatar-files.ts';
import { avatarStampsTable, forgetStamp } from './avatar-stamps-store.ts';
import { avatarErrors } from './avatars-errors.ts';
import { avatarsRoutes } from './avatars-routes.ts';
import { avatarSweep } from './sweep-avatars.ts';
import { pictureLine, uploadMemory } from './upload-memory.ts';

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

const avatarActions = {
  'profile.avatar_upload': action<{ format: string; bytes: number }>({
    group: 'own',
    act: { hr: 'postavljena slika', en: 'picture set' },
    deed: { en: 'set a picture' },
  }),
  'profile.avatar_delete': action({
    group: 'own',
    act: { hr: 'uklonjena slika', en: 'picture removed' },
    deed: { hr: 'uklonjena slika{{of}}', en: 'removed the picture{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof avatarActions> {}
}

/** Bytes of all waiting pictures together: twelve of the largest, or hundreds of the usual size. */
const PICTURES_IN_MEMORY = 64 * 1024 * 1024;

export const avatarsRoom = defineRoom({
  name: 'avatars',
  refusals: avatarErrors,
  tables: [avatarStampsTable],
  auditActions: avatarActions,
  personalData: () => avatarsPersonalData,
  open: ({ database, clock, log, files: store }: Platform) => {
    const files = avatarFiles({ database, files: store, clock });
    const line = pictureLine();
    const memory = uploadMemory(PICTURES_IN_MEMORY);
    return {
      services: { avatarFiles: files, pictures: { line, memory } },
      routes: avatarsRoutes({ database, clock, log, files, line, memory }),
      jobs: [avatarSweep({ database, files, clock, log })],
      removeFilesOf: (userId) => removeAvatarFiles(files, userId),
    };
  },
});
