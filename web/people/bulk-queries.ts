import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkJob, BulkOrder } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { USERS_KEY } from './people-queries.ts';

export const isUnderWay = ({ status }: Pick<BulkJob, 'status'>): boolean => status === 'queued' || status === 'running';

const LOOK_EVERY_MS = 700;

/** Refreshes everything that shows people, after a bulk act has ended. */
const CHANGED = [[USERS_KEY], ['selection'], ['invitations'], ['person'], ['person-part'], ['bulk-latest']];

/** A bulk act, followed while it runs. It runs whether or not anybody looks. */
export function useBulkJob(id: number) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['bulk', id],
    queryFn: () => service.call('GET /api/admin/bulk-acts/{id}', id),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data) ? LOOK_EVERY_MS : false),
  });
  const underWay = query.data !== undefined && isUnderWay(query.data);
  const was = useRef(underWay);
  useEffect(() => {
    if (was.current && !underWay)
      for (const queryKey of [...CHANGED, ['bulk-rows', id]]) void queries.invalidateQueries({ queryKey });
    was.current = underWay;
  }, [underWay, queries, id]);
  return query;
}

/** The act to show: the one in the address, else the newest while it runs and is about what this page is about. */
export function useBulkJobInView(isAboutThis: (job: BulkJob) => boolean = () => true, enabled = true) {
  const [state, change] = useAddressState();
  const inAddress = Number(state.bulk) || undefined;
  const latest = useQuery({
    queryKey: ['bulk-latest'],
    queryFn: () => service.call('GET /api/admin/bulk-acts', { limit: 1 }),
    enabled: enabled && inAddress === undefined,
  });
  const running = latest.data?.items.find((job) => isUnderWay(job) && isAboutThis(job));
  return {
    id: inAddress ?? running?.id,
    show: (id: number) => change({ bulk: String(id) }),
    dismiss: () => change({ bulk: undefined }),
  };
}

/** Starts an act on everybody who matches. */
export function useBulkStart(onStarted: (job: BulkJob) => void) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (order: BulkOrder) => (await service.call('POST /api/admin/users/bulk', order)) as BulkJob, // of a filter
    onSuccess: (job) => {
      queries.setQueryData(['bulk', job.id], job);
      onStarted(job);
    },
    onError: (error) => {
      sayRefused(error, say, language);
      for (const queryKey of [['selection'], ['bulk-latest'], [USERS_KEY]])
        void queries.invalidateQueries({ queryKey });
    },
  });
}
