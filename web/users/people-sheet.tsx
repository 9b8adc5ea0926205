import '../styles/people-sheet.css';
import type { User } from '../../client/wire-types.ts';
import { sortedByName } from '../../src/platform/words/croatian-order.ts';
import type { Say } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';

/** Everybody on paper, by club and within it by surname: plain rows, of which a browser lays out thousands in a moment. */
export function peopleSheet(people: readonly User[], say: Say) {
  const clubs = Map.groupBy(sortedByName(people, surnameFirst), ({ tenant_id }) => tenant_id);
  return sortedByName([...clubs], ([, [member]]) => member?.tenant_name ?? '').map(([id, members]) => (
    <table key={id} className="people-sheet">
      <caption dir="auto">
        {members[0]?.tenant_name} · {say('users.sheet.count', { count: members.length })}
      </caption>
      <tbody>
        {members.map((user) => (
          <tr key={user.id}>
            <th scope="row" dir="auto">
              {surnameFirst(user)}
            </th>
            <td>{user.email}</td>
            <td>{user.telefon}</td>
            <td>
              {say(`role.${user.role}`)}
              {user.status === 'suspended' && `, ${say('status.suspended')}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

/** As people look names up on paper. */
export const surnameFirst = (user: User): string =>
  user.prezime ? [user.prezime, user.ime].filter(Boolean).join(' ') : nameOf(user);
