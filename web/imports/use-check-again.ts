import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import type { Body } from '../../client/route-types.ts';
import type { Import } from '../../client/wire-types.ts';
import { hasFile as isThere } from '../../src/platform/words/import-standing.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';

type ImportCheck = Body<'POST /api/admin/imports/{id}/check'>;

/** Whether the file is still there, to be shown, checked again or run. */
export const hasFile = (of: Import): boolean => isThere(of, Date.now());

/** Whether the meanings of columns and words can still be changed, and the file checked again. */
export const mayCheckAgain = (of: Import): boolean => of.dry_run && of.next_id === null && hasFile(of);

/** What the columns of a check mean now, by heading: the start of another choice. */
export const mappingOf = ({ columns }: Import): NonNullable<ImportCheck['mapping']> =>
  Object.fromEntries(columns.filter(({ heading }) => heading !== '').map(({ heading, field }) => [heading, field]));

/** An erasure has removed the file since the page was opened: read again, the page offers to choose it once more. */
export const isFileGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'imports.file_gone';

/** Checks the same file by other meanings, and opens the result in place of this one. */
export function useCheckAgain({ id }: Import) {
  const { say, language } = useTexts();
  const [, change] = useAddressState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (said: ImportCheck) => service.call('POST /api/admin/imports/{id}/check', id, said),
    onSuccess: async (next) => {
      change({ import: String(next.id), outcome: undefined });
      await queries.invalidateQueries({ queryKey: ['imports'] });
    },
    onError: async (error) => {
      sayRefused(error, say, language);
      if (isFileGone(error)) await queries.invalidateQueries({ queryKey: ['import', id] });
    },
  });
}
