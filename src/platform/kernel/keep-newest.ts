/** Drops the oldest entries of a cache that has grown beyond `most`: a Map keeps the order of insertion. */
export function keepNewest<Key>(cache: Map<Key, unknown>, most: number): void {
  for (const oldest of cache.keys()) {
    if (cache.size <= most) return;
    cache.delete(oldest);
  }
}
