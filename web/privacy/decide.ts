import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ErasurePreview, ManagedErasure } from '../../client/wire-types.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { ERASURES, previewQuery, standingQuery } from './privacy-queries.ts';

export type Decision = 'approve' | 'reject' | 'extend' | 'hold' | 'release';

const SAID: Readonly<Record<Decision, TextKey>> = {
  approve: 'privacy.done.approve',
  reject: 'privacy.done.reject',
  extend: 'privacy.done.extend',
  hold: 'privacy.done.hold',
  release: 'privacy.done.release',
};

interface Decided {
  readonly decision: Decision;
  readonly reason: string;
}

/** Decides a request and refreshes it; the preview of what would be erased is not fetched again. */
export function useDecision(erasure: ErasurePreview, onDone: () => void) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const { id } = erasure;
  const deciding = useMutation({
    mutationFn: ({ decision, reason }: Decided): Promise<ManagedErasure> => {
      if (decision === 'approve') return service.call('POST /api/admin/gdpr/erasure-requests/{id}/approve', id);
      if (decision === 'reject')
        return service.call('POST /api/admin/gdpr/erasure-requests/{id}/reject', id, { reason });
      if (decision === 'extend')
        return service.call('POST /api/admin/gdpr/erasure-requests/{id}/extend', id, { reason });
      return service.call('PUT /api/admin/gdpr/erasure-requests/{id}/legal-hold', id, {
        held: decision === 'hold',
        reason,
      });
    },
    onSuccess: async (standing, { decision }) => {
      queries.setQueryData(previewQuery(id).queryKey, (before) => before && { ...before, ...standing });
      queries.setQueryData(standingQuery(erasure).queryKey, (before) => before && { ...before, ...standing });
      sayDone(say(SAID[decision]));
      onDone();
      await queries.invalidateQueries({ queryKey: ERASURES });
    },
  });
  // Whoever closed the password dialog knows that nothing happened.
  return { ...deciding, problem: deciding.error instanceof NotConfirmedError ? null : deciding.error };
}
