import type { Static } from 'typebox';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { listNoticesTo } from '../../sign-in/sessions/logout-notices/notify-logout.ts';
import { findApplication } from './applications-store.ts';
import type { LogoutsQuery } from './applications-wire.ts';
import { requireReach } from './checked-application.ts';
import type { ApplicationsDeps } from './provider-host.ts';

const LIST = 'logouts';

/** The logout tokens sent to an application, with their attempts. @throws AppError 404 for one out of the caller's reach */
export async function listLogouts(
  { database }: ApplicationsDeps,
  caller: Caller,
  applicationId: string,
  query: Static<typeof LogoutsQuery>,
) {
  const { id } = requireReach(caller, await findApplication(database.read, applicationId));
  const [before] = query.cursor === undefined ? [] : keyFromCursor(LIST, ['number'], query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const page = { before: before === undefined ? undefined : Number(before), limit, cap: TOTAL_CAP + 1 };
  const found = await listNoticesTo(database.read, id, page);
  const people = new Set(found.rows.flatMap(({ user_id }) => user_id ?? []));
  const names = await findNames(database.read, [...people], scopeOf(caller));
  return pageAnswer(
    LIST,
    { ...found, limit },
    ({ id: number }) => [number],
    ({ id: number, user_id, state, attempts, created_at, due_at, tried_at, last_error }) => ({
      id: number,
      state,
      attempts,
      created_at,
      due_at,
      tried_at,
      last_error,
      user_id,
      user_name: names.get(user_id ?? 0) ?? null,
    }),
  );
}
