import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAct, BulkResult, Role, User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';
import type { Chosen } from './users-filters.ts';

export const BULK_ACTIONS = ['invite', 'suspend', 'unsuspend', 'role'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export interface BulkRequest {
  readonly action: BulkAction;
  readonly role?: Role;
}

/** The accounts that were not changed, each with the reason. */
export interface BulkReport {
  readonly done: number;
  readonly action: BulkAction;
  readonly refused: readonly {
    readonly user: User | undefined;
    readonly id: number;
    readonly code: string;
    readonly detail: string;
  }[];
}

/** One action on all selected people, reported in one sentence and undoable where possible. */
export function useBulkActing(chosen: Chosen, onDone: () => void) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [report, setReport] = useState<BulkReport>();
  const refused = (error: unknown) => sayRefused(error, say, language);
  const refresh = () =>
    Promise.all(
      [[USERS_KEY], ['invitations'], ['person'], ['person-part']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  const takeBack = async (acts: readonly BulkAct[]) => {
    try {
      for (const act of acts) await carryOut(act);
      sayDone(say('act.undone'));
    } catch (error) {
      refused(error);
    }
    await refresh();
  };
  const acting = useMutation({
    mutationFn: (request: BulkRequest) => carryOut({ ids: [...chosen.keys()], ...request }),
    onSuccess: (result, { action }) => {
      const back = wayBack(action, doneOf(result, chosen));
      if (result.done > 0) {
        const text = say(`users.bulkDid.${action}` as TextKey, { count: result.done });
        sayDone(text, back.length > 0 ? { label: say('act.undo'), run: () => void takeBack(back) } : undefined);
      }
      if (result.refused > 0) setReport(reportOf(action, result, chosen));
      onDone();
    },
    onError: refused,
    onSettled: refresh,
  });
  return { act: acting.mutate, busy: acting.isPending, report, forget: () => setReport(undefined) };
}

const carryOut = async (act: BulkAct): Promise<BulkResult> =>
  (await service.call('POST /api/admin/users/bulk', act)) as BulkResult; // of ids

const doneOf = ({ results }: BulkResult, chosen: Chosen): readonly User[] =>
  results.flatMap(({ id, ok }) => {
    const user = ok ? chosen.get(id) : undefined;
    return user ? [user] : [];
  });

function wayBack(action: BulkAction, people: readonly User[]): readonly BulkAct[] {
  const ids = people.map(({ id }) => id);
  if (ids.length === 0 || action === 'invite') return [];
  if (action === 'suspend') return [{ ids, action: 'unsuspend' }];
  if (action === 'unsuspend') return [{ ids, action: 'suspend' }];
  return [...Map.groupBy(people, ({ role }) => role)].map(([role, had]) => ({
    action,
    role,
    ids: had.map(({ id }) => id),
  }));
}

const reportOf = (action: BulkAction, { done, results }: BulkResult, chosen: Chosen): BulkReport => ({
  done,
  action,
  refused: results
    .filter(({ ok }) => !ok)
    .map(({ id, code = '', detail = '' }) => ({ id, code, detail, user: chosen.get(id) })),
});
