import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Selection, SelectionFilter } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { selectionFrom, type UsersFilter } from './users-filters.ts';

/** Everybody whom a filter selects, counted by the service. */
export interface Everybody extends Selection {
  readonly filter: SelectionFilter;
}

/** Selecting everybody of the list, not only those shown. Another filter ends it. */
export function useEverybody(filter: UsersFilter) {
  const { say, language } = useTexts();
  const selection = selectionFrom(filter);
  const [selected, setSelected] = useState<Everybody>();
  const selecting = useMutation({
    mutationFn: async () => ({ ...(await service.users.selection(selection)), filter: selection }),
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
