import { matchingPeople, readsFor } from '../../accounts/people-search/matching-people.ts';
import { type Scope, scopeOf } from '../../accounts/permissions/scope.ts';
import { findUsers } from '../../accounts/users/accounts-store.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { DEFAULT_LIMIT, firstOf, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import { addressBeginning } from '../../platform/kernel/email-address.ts';
import { listMails } from '../../platform/mail/listed-mails-store.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { mailActions } from './mail-actions.ts';
import type { MailsQuery } from './outbox-wire.ts';

/** One page of the outbox, as the caller may see it. @throws AppError 404 for another tenant */
export async function showMails(deps: Pick<Platform, 'database'>, caller: Caller, query: MailsQuery) {
  const { database } = deps;
  const scope = scopeOf(caller, query.tenant_id);
  const { q = '' } = query;
  const read = readsFor(database, q);
  const filter = {
    ...scope,
    state: query.state,
    userId: query.user_id,
    sought: await soughtIn(read, q, scope),
  };
  const first = firstOf(query.sort);
  const name = first === 'newest' ? 'mails' : `mails:${first}`;
  const [after] = query.cursor === undefined ? [] : keyFromCursor(name, ['number'], query.cursor);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const wanted = { first, after: after === undefined ? undefined : Number(after), limit };
  const { searchedTo, ...found } = await listMails(read, filter, wanted, TOTAL_CAP + 1);
  const { rows } = found;
  const actions = await actionsOn(deps, caller, rows);
  const people = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const names = await findNames(database.read, [...people], scopeOf(caller));
  return pageAnswer(
    name,
    { ...found, limit, searchedTo: searchedTo === undefined ? undefined : [searchedTo] },
    ({ id }) => [id],
    (mail) => ({ ...mail, user_name: names.get(mail.user_id ?? 0) ?? null, actions: actions(mail) }),
  );
}

/** Matches mails to people found by the text, and to addresses that begin with it. */
async function soughtIn(db: Db, q: string, scope: Scope) {
  const toBegins = addressBeginning(q);
  return toBegins === '' ? undefined : { toBegins, recipients: await matchingPeople(db, q, scope) };
}

/** The actions that the caller may take on each of these mails; reads all recipients of links and codes at once. */
export async function actionsOn(
  { database }: Pick<Platform, 'database'>,
  caller: Caller,
  mails: readonly OutboxMail[],
) {
  const ids = mails.flatMap(({ user_id, secret_ref }) => (secret_ref === null ? [] : (user_id ?? [])));
  const recipients = ids.length === 0 ? [] : await findUsers(database.read, [...new Set(ids)]);
  const byId = new Map(recipients.map((user) => [user.id, user]));
  return (mail: OutboxMail) => mailActions(caller, mail, byId.get(mail.user_id ?? 0));
}
