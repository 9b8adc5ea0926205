import '../styles/people-sheet.css';
import type { User } from '../../client/wire-types.ts';
import type { Say } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';

const { compare } = new Intl.Collator('hr');

/** Everybody on paper, by club and within it by surname: plain rows, of which a browser lays out thousands in a moment. */
export const peopleSheet = (people: readonly User[], say: Say) =>
  Object.entries(Object.groupBy(people, ({ tenant_name }) => tenant_name))
    .toSorted(([one], [other]) => compare(one, other))
    .map(([club, members = []]) => (
      <table key={club} className="people-sheet">
        <caption dir="auto">
          {club} · {say('users.sheet.count', { count: members.length })}
        </caption>
        <tbody>
          {members
            .map((user) => ({ user, name: surnameFirst(user) }))
            .toSorted((one, other) => compare(one.name, other.name))
            .map(({ user, name }) => (
              <tr key={user.id}>
                <th scope="row" dir="auto">
                  {name}
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

/** As people look names up on paper. */
export const surnameFirst = (user: User): string =>
  user.prezime ? [user.prezime, user.ime].filter(Boolean).join(' ') : nameOf(user);
