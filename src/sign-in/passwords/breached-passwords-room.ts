import type { Settings } from '../../platform/config/settings.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { type BreachedPasswords, breachedPasswords } from './breached-passwords.ts';
import { breachedPasswordsSettings } from './breached-passwords-settings.ts';

export const breachedPasswordsRoom = defineRoom({
  name: 'breached-passwords',
  settings: breachedPasswordsSettings,
  open: ({ settings }: { readonly settings: Settings }) => {
    const file = breachedPasswords(settings.breachedPasswords.file);
    const offered: BreachedPasswords = file;
    return { offers: { breachedPasswords: offered }, prepare: file.open, work: { stop: file.close } };
  },
});
