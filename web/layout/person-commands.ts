import type { User } from '../../client/wire-types.ts';
import { beginsWords } from '../../src/platform/words/begun-words.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import type { IconName } from '../components/frame/icons.tsx';
import { nameOrAddress } from '../components/person/erased-person.ts';
import type { Say, TextKey } from '../i18n/texts.ts';
import { personActs } from '../people/person-acts.ts';
import type { Act } from '../people/use-acting.ts';
import { PAGE_PATHS, type PageLink } from '../routing/pages.ts';

/** What the mouse does in somebody's drawer, by words. */
export interface PersonCommand {
  readonly key: string;
  readonly name: string;
  readonly icon: IconName;
  readonly act: PageLink | Act;
}

interface Kind {
  readonly name: 'suspend' | 'unsuspend' | 'restore' | 'invite' | 'signIns' | 'records' | 'mails';
  readonly verb: TextKey;
  readonly icon: IconName;
  readonly isFor: (person: User) => boolean;
  readonly act: (person: User, say: Say) => PageLink | Act;
}

const tabOf = ({ id }: User, tab: string): PageLink => ({ to: PAGE_PATHS.users, search: { open: String(id), tab } });

const invitation = (person: User, say: Say): Act => ({
  name: 'invite',
  ids: [person.id],
  about: nameOrAddress(person),
  run: () =>
    service
      .call('POST /api/admin/users/{id}/invite', person.id)
      .then(() => (person.status === 'invited' ? { invitation: 'pending' } : undefined)),
  said: say('users.did.invite', { name: nameOrAddress(person) }),
});

/** Acts that can be taken back, and the invitation of whoever has no password yet. What asks first stays in the drawer. */
const KINDS: readonly Kind[] = [
  {
    name: 'invite',
    verb: 'users.act.invite',
    icon: 'invitation',
    isFor: ({ status, actions }) => status === 'invited' && actions.includes('edit'),
    act: invitation,
  },
  ...(['suspend', 'unsuspend', 'restore'] as const).map(
    (name): Kind => ({
      name,
      verb: `users.act.${name}`,
      icon: name === 'suspend' ? 'warning' : 'back',
      isFor: ({ actions }) => actions.includes(name),
      act: (person, say) => personActs(person, say)[name](),
    }),
  ),
  ...(['signIns', 'records', 'mails'] as const).map(
    (name): Kind => ({
      name,
      verb: `search.act.${name}`,
      icon: name === 'mails' ? 'mail' : name === 'records' ? 'audit' : 'desktop',
      isFor: ({ actions }) => may('people.manage') && actions.length > 0,
      act: (person) => tabOf(person, name),
    }),
  ),
];

/** All that may be done with one person. */
export const commandsFor = (person: User, say: Say): readonly PersonCommand[] =>
  KINDS.filter(({ isFor }) => isFor(person)).map((kind) => commandOf(kind, person, say));

const commandOf = ({ name, verb, icon, act }: Kind, person: User, say: Say): PersonCommand => ({
  key: `act-${name}-${person.id}`,
  name: say('search.act', { act: say(verb), name: nameOrAddress(person) }),
  icon,
  act: act(person, say),
});

/** `obustavi ana šarić`, or `ana šarić obustavi`: the words that name an act, and those that name the person. */
interface Asked {
  readonly whom: string;
  readonly kinds: readonly Kind[];
}

export function askedOf(q: string, say: Say): Asked | undefined {
  const words = q.split(/\s+/).filter((word) => word !== '');
  for (let length = Math.min(3, words.length - 1); length > 0; length--)
    for (const [said, whom] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const) {
      if (said.some((word) => word.length < SHORTEST)) continue;
      const kinds = KINDS.filter(({ name, verb }) =>
        beginsWords(`${say(verb)} ${say(`search.act.${name}.words`)}`, said.join(' ')),
      );
      if (kinds.length > 0) return { whom: whom.join(' '), kinds };
    }
  return undefined;
}

/** A shorter word is the beginning of a name. */
const SHORTEST = 3;

export const commandsAsked = ({ kinds }: Asked, people: readonly User[], say: Say): readonly PersonCommand[] =>
  people.flatMap((person) => kinds.filter(({ isFor }) => isFor(person)).map((kind) => commandOf(kind, person, say)));
