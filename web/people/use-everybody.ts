import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { SelectionFilter } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Everybody whom a filter selects, counted by the service. */
export interface Everybody extends Answer<'GET /api/admin/users/selection'> {
  readonly filter: SelectionFilter;
}

/** Selecting everybody of the list, not only those shown. Another filter ends it. */
export function useEverybody(selection: SelectionFilter) {
  const { say, language } = useTexts();
  const [selected, setSelected] = useState<Everybody>();
  const selecting = useMutation({
    mutationFn: async () => ({
      ...(await service.call('GET /api/admin/users/selection', selection)),
      filter: selection,
    }),
    onSuccess: setSelected,
    onError: (error) => sayRefused(error, say, language),
  });
  const stands = selected !== undefined && JSON.stringify(selected.filter) === JSON.stringify(selection);
  return {
    everybody: stands ? selected : undefined,
    select: () => selecting.mutate(),
    selecting: selecting.isPending,
    forget: () => setSelected(undefined),
  };
}
