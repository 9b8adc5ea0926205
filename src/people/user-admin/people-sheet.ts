import type { InvitationOfPerson } from '../../accounts/people-search/invitation-of.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import type { ShowUser } from '../../accounts/users/user-wire.ts';
import { digitsCell, type SheetColumns, type SheetLanguage, timeCell } from '../../platform/sheets/sheet.ts';
import { roleWords as english } from '../../platform/words/role-words-en.ts';
import { roleWords as croatian } from '../../platform/words/role-words-hr.ts';

/** A person as a list shows them. */
export type ListedPerson = ReturnType<ShowUser> & { readonly invitation: InvitationOfPerson };
type Words<Key extends string> = Readonly<Record<Key, Readonly<Record<SheetLanguage, string>>>>;

const roleWords = { hr: croatian, en: english };

const STATUS_WORDS: Words<UserStatus | 'none' | 'expired'> = {
  invited: { hr: 'Pozivnica poslana', en: 'Invitation sent' },
  none: { hr: 'Bez pozivnice', en: 'No invitation sent' },
  expired: { hr: 'Pozivnica istekla', en: 'Invitation expired' },
  active: { hr: 'Aktivan račun', en: 'Active account' },
  suspended: { hr: 'Pristup obustavljen', en: 'Access suspended' },
  deleted: { hr: 'Račun obrisan', en: 'Account deleted' },
};

const FACTOR_WORDS: Words<'on' | 'off'> = {
  on: { hr: 'Uključen', en: 'On' },
  off: { hr: 'Nije uključen', en: 'Off' },
};

/** For an invited person, the state of the invitation says more than `invited`. */
const statusOf = ({ status, invitation }: ListedPerson): keyof typeof STATUS_WORDS =>
  status === 'invited' && (invitation === 'none' || invitation === 'expired') ? invitation : status;

/** People as a spreadsheet; imports read the same headings and values. */
export const peopleColumns: SheetColumns<ListedPerson> = {
  surname: { heading: { hr: 'Prezime', en: 'Surname' }, cell: ({ prezime }) => prezime },
  name: { heading: { hr: 'Ime', en: 'First name' }, cell: ({ ime }) => ime },
  email: { heading: { hr: 'E-adresa', en: 'E-mail' }, cell: ({ email }) => email },
  telefon: { heading: { hr: 'Telefon', en: 'Phone' }, cell: ({ telefon }) => digitsCell(telefon) },
  oib: { heading: { hr: 'OIB', en: 'OIB' }, cell: ({ oib }) => digitsCell(oib) },
  role: { heading: { hr: 'Uloga', en: 'Role' }, cell: ({ role }, language) => roleWords[language][`role.${role}`] },
  status: {
    heading: { hr: 'Status', en: 'Status' },
    cell: (person, language) => STATUS_WORDS[statusOf(person)][language],
  },
  language: { heading: { hr: 'Jezik', en: 'Language' }, cell: ({ preferred_language }) => preferred_language },
  tenant: { heading: { hr: 'Savez ili klub', en: 'Federation or club' }, cell: ({ tenant_name }) => tenant_name },
  twoFactor: {
    heading: { hr: 'Drugi korak', en: 'Two-step sign-in' },
    cell: ({ two_factor_enabled }, language) => FACTOR_WORDS[two_factor_enabled ? 'on' : 'off'][language],
  },
  created: { heading: { hr: 'Dodano', en: 'Added' }, cell: ({ created_at }) => timeCell(created_at) },
  lastSignIn: {
    heading: { hr: 'Zadnja prijava', en: 'Last sign-in' },
    cell: ({ last_login_at }) => timeCell(last_login_at),
  },
};
