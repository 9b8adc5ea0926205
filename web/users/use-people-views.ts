import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PeopleView, ViewFilter } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { USERS_KEY } from '../people/people-queries.ts';

/** All counts come in one answer, and anew whenever people change. */
export const useViews = (tenant: string) =>
  useQuery({
    queryKey: [USERS_KEY, 'views', tenant],
    queryFn: () => service.call('GET /api/admin/users/views', tenant === '' ? {} : { tenant_id: Number(tenant) }),
    placeholderData: keepPreviousData,
  });

type Change =
  | { readonly act: 'share' | 'unshare' | 'remove'; readonly view: PeopleView }
  | { readonly act: 'rename'; readonly view: PeopleView; readonly name: string }
  | {
      readonly act: 'save';
      readonly name: string;
      readonly filter: ViewFilter;
      readonly replaced: PeopleView | undefined;
    };

/** What can be done with views. Those that take no dialog say why they failed in a toast. */
export function useViewChanges() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [USERS_KEY, 'views'] });
  const restore = async ({ name, filter, shared }: PeopleView) => {
    try {
      const { id } = await service.call('POST /api/admin/users/views', { name, filter });
      if (shared) await service.call('POST /api/admin/users/views/{id}/share', id);
      sayDone(say('act.undone'));
    } catch (error) {
      sayRefused(error, say, language);
    }
    await refresh();
  };
  return useMutation({
    mutationFn: run,
    onSuccess: (_answer, change) => {
      if (change.act === 'rename') return;
      const { name } = change.act === 'save' ? change : change.view;
      const undo = { label: say('act.undo'), run: () => change.act === 'remove' && void restore(change.view) };
      sayDone(say(`users.views.did.${change.act}`, { name }), change.act === 'remove' ? undo : undefined);
    },
    onError: (error, { act }) => act !== 'save' && act !== 'rename' && sayRefused(error, say, language),
    onSettled: refresh,
  });
}

async function run(change: Change): Promise<void> {
  if (change.act === 'save') {
    const { name, filter, replaced } = change;
    await (replaced
      ? service.call('PATCH /api/admin/users/views/{id}', replaced.id, { filter })
      : service.call('POST /api/admin/users/views', { name, filter }));
  }
  if (change.act === 'rename')
    await service.call('PATCH /api/admin/users/views/{id}', change.view.id, { name: change.name });
  if (change.act === 'share') await service.call('POST /api/admin/users/views/{id}/share', change.view.id);
  if (change.act === 'unshare') await service.call('DELETE /api/admin/users/views/{id}/share', change.view.id);
  if (change.act === 'remove') await service.call('DELETE /api/admin/users/views/{id}', change.view.id);
}
