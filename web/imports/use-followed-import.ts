import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { followImport, isOver } from '../../client/follow-import.ts';
import type { Import } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';

/** An import, followed while it runs. It runs whether or not anybody looks. */
export function useFollowedImport(id: number) {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ['import', id], queryFn: () => service.call('GET /api/admin/imports/{id}', id) });
  const underWay = query.data !== undefined && !isOver(query.data);
  useEffect(() => {
    if (!underWay) return;
    const leaving = new AbortController();
    const follow = async () => {
      await followImport(service, id, (progress) => queries.setQueryData(['import', id], progress), leaving.signal);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['imports'] }),
        queries.invalidateQueries({ queryKey: ['import-rows', id] }),
      ]);
    };
    follow().catch(() => {
      // Left or refused: the last state stays, and opening it again retries.
    });
    return () => leaving.abort();
  }, [id, underWay, queries]);
  return query;
}

interface Sample {
  readonly at: number;
  readonly done: number;
}

const LOOKED_BACK_MS = 8000;
/** Too few samples for a meaningful rate. */
const SHORTEST_MS = 800;

export interface Pace {
  /** Rows per second. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** Current speed and time left; `undefined` until there are enough samples. */
export function usePace({ id }: Pick<Import, 'id'>, done: number, total: number): Pace | undefined {
  const samples = useRef<{ id: number; list: Sample[] }>({ id, list: [] });
  if (samples.current.id !== id) samples.current = { id, list: [] };
  const { list } = samples.current;
  const now = performance.now();
  if (list.at(-1)?.done !== done) list.push({ at: now, done });
  while (list.length > 2 && now - (list[1]?.at ?? now) > LOOKED_BACK_MS) list.shift();
  const [first] = list;
  const last = list.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SHORTEST_MS) return undefined;
  const rate = ((last.done - first.done) / (last.at - first.at)) * 1000;
  return rate > 0 ? { rate, secondsLeft: Math.ceil((total - done) / rate) } : undefined;
}
