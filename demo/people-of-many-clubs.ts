import { folded } from '../src/platform/kernel/text.ts';
import type { Beyond, DemoPerson } from './demo-people.ts';
import { DEMO_TENANTS, demoTenant } from './demo-tenants.ts';

const MIDDLE = demoTenant('Srednji');

/** A club asks for its member by number, and the member decides. */
export const TRANSFERRED = { club: 'Porat', number: '41' } as const;

/** Those whom chance does not bring: who reaches what is below, who is in several clubs, and who was entered twice. */
export const peopleOfManyClubs = (): DemoPerson[] => [
  someone(0, 'Dubravka Lončar', 'admin', {
    beyond: { reachesBelow: true, remark: 'reaches everything below the federation' },
  }),
  someone(MIDDLE, 'Mislav Ugrin', 'admin', {
    beyond: { reachesBelow: true, remark: 'reaches the clubs of one association' },
  }),
  someone(demoTenant('Bonaca'), 'Tamara Vrdoljak', 'manager', {
    beyond: {
      further: [{ tenant: demoTenant('Maestral'), role: 'manager', number: 'T-7' }],
      remark: 'coach of two clubs',
    },
  }),
  someone(MIDDLE, 'Krešimir Žagar', 'member', {
    beyond: {
      further: [{ tenant: demoTenant('Galeb'), role: 'guest' }],
      remark: 'referee of an association, and a parent in a club',
    },
  }),
  someone(demoTenant('Burin'), 'Noa Delić', 'member', {
    beyond: {
      further: [{ tenant: demoTenant(TRANSFERRED.club), role: 'member', number: TRANSFERRED.number, endsInDays: 10 }],
      remark: 'one of two memberships ends in ten days, and a transfer from there awaits an answer',
    },
  }),
  // Two people twice: by their personal number, and by name and telephone.
  someone(demoTenant('Jugo'), 'Lovro Cvitanović', 'member', { oib: '50328714693' }),
  someone(demoTenant('Lanterna'), 'Lovro Cvitanović', 'member', { oib: '50328714693' }),
  someone(demoTenant('Orsan'), 'Zrinka Hadžić', 'member', { telefon: '+385 98 055 417' }),
  someone(demoTenant('Punta'), 'Zrinka Hadžić', 'member', { telefon: '+385 98 055 417' }),
];

/** The last that came, so that whoever enters them is there. */
const JOINED_DAYS_AGO = 700;

function someone(
  tenant: number,
  name: string,
  role: DemoPerson['role'],
  more: { readonly beyond?: Beyond; readonly oib?: string; readonly telefon?: string },
): DemoPerson {
  const [ime = '', prezime = ''] = name.split(' ');
  return {
    tenant,
    ime,
    prezime,
    email: `${folded(ime)}.${folded(prezime)}@${DEMO_TENANTS[tenant]?.domain}`,
    telefon: '',
    oib: '',
    preferred_language: 'hr',
    role,
    status: 'active',
    joinedDaysAgo: JOINED_DAYS_AGO,
    shown: more.beyond !== undefined,
    ...more,
  };
}
