import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedUser } from '../../client/wire-types.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { personQuery, USERS_KEY } from '../people/people-queries.ts';

/** The changed fields of a person; nothing when something else changed. */
type Changed = Partial<ManagedUser> | undefined;

export interface Act {
  /** Identifies the busy button. */
  readonly name: string;
  readonly ids: readonly number[];
  readonly run: () => Promise<Changed>;
  readonly said?: string;
  readonly undo?: () => Promise<Changed>;
}

/** Actions on people: run at once, confirmed by a toast with ten seconds to undo, and shown wherever the person appears. */
export function useActing() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const show = ({ ids }: Act, changed: Changed) => {
    for (const id of ids) {
      const { queryKey } = personQuery(id);
      queries.setQueryData(queryKey, (before) => (before && changed ? { ...before, ...changed } : before));
    }
  };
  const refresh = ({ ids }: Act) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [USERS_KEY] }),
      queries.invalidateQueries({ queryKey: ['invitations'] }),
      ...ids.map((id) => queries.invalidateQueries({ queryKey: ['person-part', id] })),
    ]);
  const refused = (error: unknown) => sayRefused(error, say, language);
  const takeBack = async (act: Act, undo: NonNullable<Act['undo']>) => {
    try {
      show(act, await undo());
      sayDone(say('act.undone'));
    } catch (error) {
      refused(error);
    }
    await refresh(act);
  };
  const acting = useMutation({
    mutationFn: ({ run }: Act) => run(),
    onSuccess: (changed, act) => {
      const { said, undo } = act;
      show(act, changed);
      if (said !== undefined) sayDone(said, undo && { label: say('act.undo'), run: () => void takeBack(act, undo) });
    },
    onError: refused,
    onSettled: (_changed, _error, act) => refresh(act),
  });
  return { act: acting.mutate, busyWith: acting.isPending ? acting.variables.name : undefined };
}
