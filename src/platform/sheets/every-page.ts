interface AnsweredPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Yields a whole list page by page, by the function of its route: no open cursor, and no faster than the reader. */
export async function* everyPage<Item>(
  list: (page: { cursor?: string }) => Promise<AnsweredPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    yield page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
