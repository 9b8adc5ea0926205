import { type ServiceTokenOptions, serviceTokenKeeper } from '../client/service-token.ts';
import type { List, User } from '../client/wire-types.ts';

/** All active people of the service's federation or club, page by page. Needs the scope `users:read`. */
export async function* listMembers(options: ServiceTokenOptions): AsyncGenerator<User> {
  const { baseUrl, fetch: fetchFrom = fetch } = options;
  const keeper = serviceTokenKeeper(options);
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ status: 'active', limit: '200', ...(cursor === '' ? {} : { cursor }) });
    const answer = await fetchFrom(`${baseUrl}/api/admin/users?${query}`, {
      headers: { authorization: `Bearer ${await keeper.token()}` },
    });
    if (!answer.ok) throw new Error(`The accounts' service refused: ${answer.status} ${await answer.text()}`);
    const page = (await answer.json()) as List<User>;
    yield* page.items;
    cursor = page.next_cursor;
  }
}
