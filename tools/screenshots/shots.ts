import type { Page } from 'playwright-core';

export interface Shot {
  readonly name: string;
  /** Caption in the documents. */
  readonly shows: string;
  /** The signed-in person, by an address of the demo; default: nobody. */
  readonly who?: 'superadmin' | 'admin' | 'member';
  readonly path: string;
  readonly size: 'desktop' | 'phone';
  readonly scheme: 'light' | 'dark';
  /** Called before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const IMPORT_FILE = `e-mail;ime;prezime;uloga;telefon
jasna.maric@galeb.example;Jasna;Marić;member;+385 91 555 0101
tin.juric@galeb.example;Tin;Jurić;member;
bez-adrese;Petra;Kos;member;
nika.babic@galeb.example;Nika;Babić;veslač;
zeljko.popovic@savez.example;Željko;Popović;member;
luka.saric@galeb.example;Luka;Šarić;member;+385 98 555 0102
`;

/** The pictures of the README, in its order. */
export const SHOTS: readonly Shot[] = [
  { name: 'sign-in', shows: 'Sign-in', path: '/login', size: 'desktop', scheme: 'light' },
  { name: 'overview', shows: 'Overview', who: 'admin', path: '/erp/full', size: 'desktop', scheme: 'light' },
  { name: 'overview-dark', shows: 'Overview, dark', who: 'admin', path: '/erp/full', size: 'desktop', scheme: 'dark' },
  {
    name: 'users',
    shows: 'Accounts, with one person open',
    who: 'admin',
    path: '/admin/users?q=ba',
    size: 'desktop',
    scheme: 'light',
    act: (page) =>
      page
        .getByRole('row', { name: /Otvori/ })
        .first()
        .click(),
  },
  {
    name: 'import',
    shows: 'An import, before it is run',
    who: 'admin',
    path: '/admin/imports',
    size: 'desktop',
    scheme: 'light',
    act: async (page) => {
      const buffer = Buffer.from(IMPORT_FILE);
      await page.locator('input[type=file]').setInputFiles({ name: 'članovi.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: /^Uvezi \d+ \p{L}+$/u }).waitFor();
    },
  },
  { name: 'audit', shows: 'The audit log', who: 'admin', path: '/admin/audit', size: 'desktop', scheme: 'light' },
  {
    name: 'privacy',
    shows: 'A request for erasure',
    who: 'admin',
    path: '/admin/privacy',
    size: 'desktop',
    scheme: 'dark',
    act: (page) =>
      page
        .getByRole('row', { name: /Otvori/ })
        .first()
        .click(),
  },
  { name: 'documents', shows: 'The shelf of yearbooks', path: '/dokumenti', size: 'desktop', scheme: 'light' },
  { name: 'directory', shows: 'People, on a phone', who: 'admin', path: '/crm/v2', size: 'phone', scheme: 'light' },
  { name: 'profile', shows: "A member's own page", who: 'member', path: '/profil', size: 'phone', scheme: 'light' },
  {
    name: 'own-privacy',
    shows: 'What is held, who looked',
    who: 'member',
    path: '/profil?tab=privatnost',
    size: 'phone',
    scheme: 'dark',
  },
];
