import { ROLES, type Role } from '../../platform/kernel/role.ts';
import { folded } from '../../platform/kernel/text.ts';

/** Words that people write for a role, besides its name: those of the pages in both languages, plural and feminine. */
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

/** What people are in a club, and the role that they probably have here; only proposed, never granted by itself. */
const LIKELY: Readonly<Record<string, Role>> = Object.fromEntries(
  (
    [
      ['admin', ['tajnik', 'tajnica', 'predsjednik', 'predsjednica', 'secretary', 'president']],
      [
        'manager',
        ['trener', 'trenerica', 'treneri', 'coach', 'dopredsjednik', 'dopredsjednica', 'blagajnik', 'blagajnica'],
      ],
      [
        'member',
        [
          'veslač',
          'veslačica',
          'plivač',
          'plivačica',
          'sportaš',
          'sportašica',
          'natjecatelj',
          'natjecateljica',
          'igrač',
          'igračica',
          'sudac',
          'sutkinja',
          'athlete',
          'player',
        ],
      ],
    ] as const
  ).flatMap(([role, words]) => words.map((word) => [folded(word), role])),
);

/** The role that a word could mean, to be proposed to the importer. */
export const likelyRole = (word: string): Role | null => {
  const key = roleWord(word);
  return Object.hasOwn(LIKELY, key) ? (LIKELY[key] ?? null) : null;
};

/** The importer's meanings for words of the file, keyed by `roleWord`. */
export type RoleWords = Readonly<Record<string, Role>>;

/** A word without differences of case, diacritics and spaces. */
export const roleWord = (cell: string): string => folded(cell).trim().replace(/\s+/g, ' ');

/** The role that a cell names, `member` for an empty one; `undefined` for an unknown word. */
export function readRole(cell: string, said: RoleWords = {}): Role | undefined {
  const word = roleWord(cell);
  if (word === '') return 'member';
  return Object.hasOwn(said, word) ? said[word] : ROLE_OF.get(word);
}
