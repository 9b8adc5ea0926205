/** What these pages have kept in this tab under a key, as JSON. */
export function keptInTab<Kept>(key: string): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined; // written by the same module
  } catch {
    return undefined; // not written by us
  }
}
