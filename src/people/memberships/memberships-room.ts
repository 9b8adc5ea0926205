import { findAccount } from '../../accounts/users/accounts-store.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { days, minutes, seconds } from '../../platform/kernel/durations.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endDueMemberships } from './end-due-memberships.ts';
import { expireTransfers } from './expire-transfers.ts';
import { findMembers } from './find-member.ts';
import { membershipActions } from './memberships-actions.ts';
import { transferMails } from './memberships-mails.ts';
import { ownMembershipsRoutes } from './own-memberships-routes.ts';
import { transfersTable } from './transfer.ts';
import { ownTransfersRoutes, transfersRoutes } from './transfers-routes.ts';
import { dropSought, endAllTransfers, listSought } from './transfers-store.ts';

const rows = rowsOfPerson([transfersTable]);

/** What a club asked for by an address belongs to whoever has it, also where they were not found in the club it named. */
const transfersPersonalData: PersonalDataContributor = {
  room: 'transfers',
  tables: [transfersTable],
  exportOf: async (db, userId) => {
    const own = await rows.exportOf(db, userId);
    const account = await findAccount(db, userId);
    const isProved = account !== undefined && account.joining_at === null && account.address_proved_at !== null;
    const sought = isProved ? await listSought(db, account.email) : [];
    const others = sought.map(({ id: _id, user_id: _nobody, looked_at: _internal, ...shown }) => shown);
    return { transfers: [own.transfers ?? [], others].flat() };
  },
  erase: rows.erase,
  eraseValues: (tx, { emails }) => dropSought(tx, emails),
  description: {
    holds:
      'transfers between clubs: which club asked for the person, by which address or number, who answered what and when',
    erased: 'removed, also what was asked for by the person’s address without finding them',
  },
};

const membershipErrors = declareRefusals({
  'memberships.not_found': {
    status: 404,
    hr: 'Takvog članstva nema.',
    en: 'Membership not found.',
    when: 'No such membership, one that has ended, or one that is not the person’s or lies outside the caller’s reach.',
  },
  'memberships.last': {
    status: 409,
    hr: 'To je Vaše jedino članstvo. Ako želite otići, zatražite brisanje svojih podataka.',
    en: 'This is your only membership. If you want to go, ask for your data to be erased.',
    when: 'A person leaves the only tenant in which they are active.',
  },
  'transfers.not_found': {
    status: 404,
    hr: 'Takvog prijelaza nema.',
    en: 'Transfer not found.',
    when: 'No such transfer, or one that is not the caller’s to act on; the answer does not say which.',
  },
  'transfers.exists': {
    status: 409,
    hr: 'To ste već zatražili. Odgovor još nije stigao.',
    en: 'You have already asked for this. There is no answer yet.',
    when: 'The tenant asks a second time for the same address or number of the same club, whether or not anybody has it.',
  },
  'transfers.state': {
    status: 409,
    hr: 'Na taj je zahtjev već odgovoreno, povučen je ili je istekao.',
    en: 'This request has already been answered, was withdrawn or has expired.',
    when: 'Another answer was first, or its time is over.',
  },
  'transfers.not_yours': {
    status: 403,
    hr: 'Na taj zahtjev odgovara klub, a nakon 14 dana i savez iznad oba kluba.',
    en: 'The club answers this request, and after 14 days the federation above both clubs may.',
    when: 'Somebody above the club answers in its place, within 14 days or without reaching both clubs.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof membershipErrors> {}
}

/** What a person is in a tenant, from its beginning to its end, and how they go over to another. */
export const membershipsRoom = defineRoom({
  name: 'memberships',
  refusals: membershipErrors,
  tables: [transfersTable],
  auditActions: membershipActions,
  mails: transferMails,
  personalData: () => transfersPersonalData,
  retention: [
    {
      name: 'transfers',
      keptFor: days(90),
      what: 'transfers between clubs after they ended',
      forget: dropRowsBefore(transfersTable, 'ended_at'),
    },
  ],
  endAtRestore: endAllTransfers,
  open: (deps: Pick<Platform, 'database' | 'clock'>) => ({
    routes: [...ownMembershipsRoutes(deps), ...transfersRoutes(deps), ...ownTransfersRoutes(deps)],
    services: {
      endDueMemberships: () => endDueMemberships(deps),
      findAskedMembers: () => findMembers(deps),
      expireTransfers: () => expireTransfers(deps),
    },
    jobs: [
      { name: 'membership ends', every: minutes(1), run: () => endDueMemberships(deps) },
      { name: 'transfers asked', every: seconds(5), also: ['at start'], run: () => findMembers(deps) },
      { name: 'transfer ends', every: minutes(1), run: () => expireTransfers(deps) },
    ],
  }),
});
