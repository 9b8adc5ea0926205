import type { Page } from 'playwright-core';
import { Hand } from './hand.ts';

type Way = (hand: Hand) => Promise<void>;

export interface SeptemberTask {
  readonly what: string;
  /** So many clicks it takes; a test holds it to that. */
  readonly clicks: number;
  readonly now: Way;
  /** Where the pages had another way before the work came first on them. */
  readonly before?: Way;
}

const CLUB = 'Veslački klub Galeb (primjer)';
const MEMBERS = `ime;prezime;e-adresa\n${Array.from({ length: 30 }, (_, row) => `Iva;Novak ${row};novak${row}@galeb.example`).join('\n')}\n`;

const dialog = ({ page }: Hand) => page.getByRole('dialog');
const button = ({ page }: Hand, name: string | RegExp) => page.getByRole('button', { name });
const rowOf = ({ page }: Hand, name: string) => page.locator('.data-table tbody tr', { hasText: name }).first();

/** The people whose invitation is in one state, by the filter of the list. */
async function filtered(hand: Hand, label: string): Promise<void> {
  await hand.open('/admin/users');
  await hand.choose(hand.page.getByLabel('Pozivnica', { exact: true }), label);
  await hand.page.waitForURL(/invitation=/);
}

async function chooseAll(hand: Hand): Promise<void> {
  await hand.see(rowOf(hand, '@'));
  await hand.click(hand.page.getByLabel('Odaberi sve prikazane'));
}

/** Ten tasks of the month in which memberships are renewed, each from the overview. */
export const TASKS: readonly SeptemberTask[] = [
  {
    what: 'see what waits for you',
    clicks: 0,
    now: (hand) => hand.see(hand.page.locator('.needs li').first()),
    before: async (hand) => {
      for (const path of ['/admin/privacy', '/admin/invitations', '/admin/imports', '/admin/mails', '/admin/factors']) {
        await hand.open(path);
        await hand.see(hand.page.locator('h1'));
      }
    },
  },
  {
    what: 'invite a club from a spreadsheet',
    clicks: 6,
    now: async (hand) => {
      await hand.open('/admin/imports');
      await hand.choose(hand.page.getByLabel('U koji savez ili klub'), CLUB);
      await hand.pick('galeb.csv', MEMBERS);
      await hand.click(button(hand, /i pošalji im pozivnice$/));
      await hand.see(button(hand, /Poništi uvoz/));
    },
  },
  {
    what: 'who has not answered in time',
    clicks: 1,
    now: async (hand) => {
      await hand.click(hand.page.locator('.needs a[href*="invitation=expired"]').first());
      await hand.see(rowOf(hand, '@'));
    },
    before: (hand) => filtered(hand, 'Pozivnica istekla'),
  },
  {
    what: 'remind everybody who has not answered yet',
    clicks: 3,
    now: async (hand) => {
      await hand.open('/admin/invitations');
      await hand.click(button(hand, 'Pošalji svima ponovno'));
      await hand.click(dialog(hand).getByRole('button', { name: /^Pošalji/ }));
    },
    before: async (hand) => {
      await filtered(hand, 'Pozvani');
      await chooseAll(hand);
      await hand.click(button(hand, /^Odaberi svih/));
      await hand.click(button(hand, 'Pošalji pozivnice').first());
      await hand.click(dialog(hand).getByRole('button', { name: /^Pošalji/ }));
    },
  },
  {
    what: 'write to whoever has not answered, from your own mail',
    clicks: 5,
    now: async (hand) => {
      await filtered(hand, 'Pozvani');
      await chooseAll(hand);
      await hand.click(button(hand, 'Kopiraj adrese'));
    },
    // The addresses are then copied out of the spreadsheet: its column, copy, and the program itself.
    before: async (hand) => {
      await filtered(hand, 'Pozvani');
      await hand.click(button(hand, 'Preuzmi popis'));
      await hand.click(hand.page.getByRole('menuitem').first());
      hand.clicks += 3;
    },
  },
  {
    what: 'move a member to another club',
    clicks: 6,
    now: async (hand) => {
      await hand.open('/admin/users');
      await hand.type(hand.page.getByLabel('Traži ljude'), 'snježana babić');
      await hand.click(rowOf(hand, 'Snježana'));
      await hand.choose(dialog(hand).getByLabel('Savez ili klub', { exact: true }), CLUB);
      await hand.click(dialog(hand).getByRole('button', { name: /^Spremi/ }));
    },
  },
  {
    what: 'answer the erasure that is due first',
    clicks: 5,
    now: async (hand) => {
      await hand.click(hand.page.locator('.needs a[href*="/admin/privacy"]').first());
      await hand.click(rowOf(hand, '@'));
      await hand.click(button(hand, 'Odbij zahtjev'));
      await hand.type(dialog(hand).getByLabel('Razlog'), 'Članarina nije plaćena');
      await hand.click(dialog(hand).getByRole('button', { name: 'Odbij zahtjev' }));
    },
  },
  {
    what: 'sign-ins of the month, for the board',
    clicks: 1,
    now: async (hand) => {
      await hand.click(button(hand, 'Prikaži tablicu'));
      await hand.see(hand.page.locator('.table-scroll tbody tr').first());
    },
  },
  {
    what: 'withhold the access of somebody who has left',
    clicks: 4,
    now: async (hand) => {
      await hand.open('/admin/users');
      await hand.type(hand.page.getByLabel('Traži ljude'), 'marko babić');
      await hand.click(rowOf(hand, 'Marko'));
      await hand.click(dialog(hand).getByRole('button', { name: 'Obustavi pristup' }));
    },
  },
  {
    what: 'add one person and invite them',
    clicks: 6,
    now: async (hand) => {
      await hand.open('/admin/users');
      await hand.click(button(hand, 'Dodaj osobu'));
      await hand.type(dialog(hand).getByLabel('Ime', { exact: true }), 'Ruža');
      await hand.press('Tab');
      await hand.type(dialog(hand).getByLabel('Prezime'), 'Perić');
      await hand.type(dialog(hand).getByLabel('E-adresa'), 'ruza@savez.example');
      await hand.click(dialog(hand).getByRole('button', { name: 'Dodaj i pošalji pozivnicu' }));
    },
  },
];

/** From the overview, where every working day begins. */
export async function doTask(page: Page, origin: string, way: Way): Promise<Hand> {
  await page.goto(`${origin}/erp/full`);
  await page.locator('.figures a').first().waitFor();
  const hand = new Hand(page);
  await way(hand);
  return hand;
}
