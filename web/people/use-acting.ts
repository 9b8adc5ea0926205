import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { List, ManagedUser, User } from '../../client/wire-types.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { personQuery, USERS_KEY } from './people-queries.ts';

/** The changed fields of a person; nothing when something else changed. */
type Changed = Partial<ManagedUser> | undefined;

export interface Act {
  /** Identifies the busy button. */
  readonly name: string;
  readonly ids: readonly number[];
  /** The person's name, for whoever is told that nothing changed. */
  readonly about: string;
  readonly run: () => Promise<Changed>;
  /** What will be true of the people, shown before the service has answered and taken back if it refuses. */
  readonly expected?: Partial<ManagedUser>;
  readonly said?: string;
  readonly undo?: () => Promise<Changed>;
}

/** Actions on people: shown at once wherever the person appears, confirmed by a toast with ten seconds to undo. */
export function useActing() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const refresh = ({ ids }: Act) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [USERS_KEY] }),
      queries.invalidateQueries({ queryKey: ['invitations'] }),
      ...ids.map((id) => queries.invalidateQueries({ queryKey: ['person-part', id] })),
    ]);
  const refused = (error: unknown, { about }: Act) =>
    sayRefused(error, say, language, say('users.didNot', { name: about }));
  const takeBack = async (act: Act, undo: NonNullable<Act['undo']>) => {
    try {
      show(queries, act.ids, await undo());
      sayDone(say('act.undone'));
    } catch (error) {
      refused(error, act);
    }
    await refresh(act);
  };
  const acting = useMutation({
    scope: { id: USERS_KEY }, // one after the other: what was shown of the first may be what the second changes
    mutationFn: ({ run }: Act) => run(),
    onMutate: async ({ ids, expected }) => {
      if (expected === undefined) return undefined;
      await queries.cancelQueries({ queryKey: [USERS_KEY] }); // an answer from before the act would show the old state
      const before = [...queries.getQueriesData({ queryKey: [USERS_KEY] }), ...peopleIn(queries, ids)];
      show(queries, ids, expected);
      return before;
    },
    onSuccess: (changed, act) => {
      const { ids, said, undo } = act;
      show(queries, ids, changed);
      if (said !== undefined) sayDone(said, undo && { label: say('act.undo'), run: () => void takeBack(act, undo) });
    },
    onError: (error, act, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data);
      refused(error, act);
    },
    onSettled: (_changed, _error, act) => refresh(act),
  });
  return { act: acting.mutate, busyWith: acting.isPending ? acting.variables.name : undefined };
}

const peopleIn = (queries: QueryClient, ids: readonly number[]) =>
  ids.map((id) => [personQuery(id).queryKey, queries.getQueryData(personQuery(id).queryKey)] as const);

/** In the drawer and in every list. */
function show(queries: QueryClient, ids: readonly number[], changed: Changed): void {
  if (changed === undefined) return;
  for (const id of ids)
    queries.setQueryData(personQuery(id).queryKey, (before) => (before ? { ...before, ...changed } : before));
  queries.setQueriesData<InfiniteData<List<User>>>({ queryKey: [USERS_KEY] }, (list) =>
    list?.pages?.some(({ items }) => items.some((user) => ids.includes(user.id)))
      ? { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(asChanged) })) }
      : list,
  );
  function asChanged(user: User): User {
    return ids.includes(user.id) ? { ...user, ...changed } : user;
  }
}
