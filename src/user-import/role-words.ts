import { ROLES, type Role } from '../kernel/role.ts';
import { folded } from '../kernel/text.ts';

/** What people write for a role, besides its name: as the pages call it, in both languages, plural and feminine. */
const WORDS: Readonly<Record<Role, readonly string[]>> = {
  superadmin: [
    ...['superadministrator', 'superadministratorica', 'glavni administrator', 'glavna administratorica'],
    ...['superadmins', 'head administrator'],
  ],
  admin: [
    ...['administrator', 'administratorica', 'administratori', 'administratorice', 'admini', 'adminica', 'adminice'],
    ...['admins', 'administrators'],
  ],
  manager: ['voditelj', 'voditeljica', 'voditelji', 'voditeljice', 'menadžer', 'menadžerica', 'menadžeri', 'managers'],
  member: ['član', 'članica', 'članovi', 'članice', 'members'],
  guest: ['gost', 'gošća', 'gosti', 'gošće', 'guests'],
};

const ROLE_OF: ReadonlyMap<string, Role> = new Map(
  ROLES.flatMap((role) => [role, ...WORDS[role]].map((word) => [folded(word), role])),
);

/** What somebody says a word of the file means, by the word as `roleWord` writes it. */
export type RoleWords = Readonly<Record<string, Role>>;

/** Case, diacritics and spaces do not tell words apart. */
export const roleWord = (cell: string): string => folded(cell).trim().replace(/\s+/g, ' ');

/** `undefined` for what is no role; who has none said is a member. */
export function readRole(cell: string, said: RoleWords = {}): Role | undefined {
  const word = roleWord(cell);
  if (word === '') return 'member';
  return Object.hasOwn(said, word) ? said[word] : ROLE_OF.get(word);
}
