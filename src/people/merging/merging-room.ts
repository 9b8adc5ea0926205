import { holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { blankMerged } from '../../accounts/users/erase-user.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Table } from '../../platform/database/define-table.ts';
import { dropLeftRows } from '../../platform/database/merged-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { type Merge, mergesTable, UNDOABLE_FOR } from './merge.ts';
import type { MergingDeps } from './mergeable-pair.ts';
import { dropMergesOf, listMergedBefore, listMergesOf, takeMerge } from './merges-store.ts';
import { mergingMails } from './merging-mails.ts';
import { mergingRoutes } from './merging-routes.ts';

const mergingErrors = declareRefusals({
  'merging.erasure': {
    status: 409,
    hr: 'Za jedan od ta dva računa traži se brisanje podataka. Najprije odlučite o tom zahtjevu.',
    en: 'The erasure of one of the two accounts has been requested. Decide about that first.',
    when: 'A request for erasure of one of the two is open: merged, it would erase both, or one half of a person.',
  },
  'merging.way_in': {
    status: 409,
    hr: 'Osoba s tim računom još nije prihvatila poziv. Odaberite prijavu drugog računa.',
    en: 'The person has not accepted the invitation to that account yet. Choose the other account’s sign-in.',
    when: 'The way in that was to stay is of an account that nobody has accepted, while the other one is in use.',
  },
  'merging.over': {
    status: 409,
    hr: 'Spajanje se više ne može poništiti: prošlo je 30 dana.',
    en: 'The merge can no longer be undone: 30 days have passed.',
    when: 'The merge is older than 30 days.',
  },
  'merging.not_last': {
    status: 409,
    hr: 'S tim je računom poslije spojen još jedan. Najprije poništite to spajanje.',
    en: 'Another account was merged later. Undo that merge first.',
    when: 'The remaining account was merged again, or another one into it.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof mergingErrors> {}
}

const mergingActions = {
  'user.merge': action<{
    into_id: UserId;
    way_in: Merge['way_in'];
    /** The number of rows, by table. */
    moved: Readonly<Record<string, number>>;
  }>({
    group: 'people',
    act: { hr: 'spojen račun', en: 'account merged' },
    deed: { hr: 'račun{{of}} spojen s drugim', en: 'merged the account{{of}} into another' },
  }),
  /** `status`: of the account that is one by itself again. */
  'user.unmerge': action<{ into_id: UserId; status: UserStatus; sessions_ended: number }>({
    group: 'people',
    act: { hr: 'poništeno spajanje računa', en: 'account merge undone' },
    deed: { hr: 'poništeno spajanje računa{{of}}', en: 'undid the merge of the account{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof mergingActions> {}
}

const mergingPersonalData: PersonalDataContributor = {
  room: 'merging',
  tables: [mergesTable],
  exportOf: async (db, userId) => ({ merges: await listMergesOf(db, userId) }),
  erase: dropMergesOf,
  description: {
    holds:
      'accounts that were merged: which into which, when, what each row was, and what the other account said of the person',
    erased: 'removed, for both accounts',
  },
};

/** Removes what is kept only to give an account back. Its id, and what it wrote in the log, are the other account's. */
async function forgetMerged(tx: Tx, before: Instant, most: number, tables: readonly Table[]): Promise<number> {
  const old = await listMergedBefore(tx, before, most);
  for (const { id, user_id } of old) {
    await holdAnyUserRow(tx, user_id);
    if (!(await takeMerge(tx, id))) continue; // given back meanwhile
    await dropLeftRows(tx, tables, user_id);
    await blankMerged(tx, user_id, before);
  }
  return old.length;
}

/** Two accounts of one person become one, and two again. */
export const mergingRoom = defineRoom({
  name: 'merging',
  refusals: mergingErrors,
  tables: [mergesTable],
  auditActions: mergingActions,
  mails: mergingMails,
  personalData: () => mergingPersonalData,
  retention: [
    {
      name: 'merges',
      keptFor: UNDOABLE_FOR,
      what: 'what it takes to undo a merge, and what is left of the account that went',
      forget: forgetMerged,
    },
  ],
  open: (needs: Omit<MergingDeps, 'tables'>, { contributors }) => ({
    routes: mergingRoutes({ ...needs, tables: () => contributors.flatMap(({ tables }) => tables) }),
  }),
});
