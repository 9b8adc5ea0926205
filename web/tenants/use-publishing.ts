import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Marks a tenant as the publisher of yearbooks; undoing it marks the previous one. */
export function usePublishing(before: Tenant | undefined) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const mark = ({ id }: Tenant) => service.tenants.edit(id, { publisher: true });
  const settled = {
    onError: (error: Error) => sayRefused(error, say, language),
    onSettled: () =>
      Promise.all([['tenants'], ['documents']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
  const undoing = useMutation({ mutationFn: mark, onSuccess: () => sayDone(say('act.undone')), ...settled });
  const marking = useMutation({
    mutationFn: mark,
    onSuccess: ({ name }) =>
      sayDone(
        say('tenants.did.publish', { name }),
        before && { label: say('act.undo'), run: () => undoing.mutate(before) },
      ),
    ...settled,
  });
  return { publish: marking.mutate, busy: marking.isPending };
}
