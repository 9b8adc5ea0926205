import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Import, ImportCheck } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';

/** Whether the file is still there, to be shown, checked again or run. */
export const hasFile = ({ file_until: until }: Import): boolean => until !== null && Date.parse(until) > Date.now();

/** What the columns of a check mean now, by heading: the start of another choice. */
export const mappingOf = ({ columns }: Import): NonNullable<ImportCheck['mapping']> =>
  Object.fromEntries(columns.filter(({ heading }) => heading !== '').map(({ heading, field }) => [heading, field]));

/** Checks the same file by other meanings, and opens the result in place of this one. */
export function useCheckAgain({ id }: Import) {
  const { say, language } = useTexts();
  const [, change] = useAddressState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (said: ImportCheck) => service.imports.checkAgain(id, said),
    onSuccess: async (next) => {
      change({ import: String(next.id), outcome: undefined });
      await queries.invalidateQueries({ queryKey: ['imports'] });
    },
    onError: (error) => sayRefused(error, say, language),
  });
}
