import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads anew what a change has made old. A first answer still under way is dropped, since it may be older than the change:
 * `invalidateQueries` alone would wait for it and take it.
 */
export async function renewQuery(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
