import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Document, TenantInTree, User } from '../../client/wire-types.ts';
import { beginsWords } from '../../src/platform/words/begun-words.ts';
import { may, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { personQuery, tenantsQuery } from '../people/people-queries.ts';
import { recentPeople } from '../people/recent-people.ts';
import type { Act } from '../people/use-acting.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS, type PageLink } from '../routing/pages.ts';
import { type Command, commandsNow } from './commands.ts';
import { OWN_PLACE, type Place, placesFor } from './navigation.ts';
import { askedOf, commandsAsked, commandsFor, type PersonCommand } from './person-commands.ts';
import { placeOf } from './place-link.tsx';
import { switchableOf, switchTo } from './switch-to.ts';
import { useChosenTenant } from './use-chosen-tenant.ts';

/** A result, and the link that opens it or what it does. */
export type Find = ({ readonly key: string; readonly link: PageLink } & Opened) | CommandFind | ActFind;

type CommandFind = { readonly key: string; readonly kind: 'command'; readonly name: string } & Pick<
  Command,
  'icon' | 'act'
>;

/** Done with one person. */
interface ActFind {
  readonly key: string;
  readonly kind: 'act';
  readonly name: string;
  readonly icon: Place['icon'];
  readonly act: PageLink | Act;
}

type Opened =
  | { readonly kind: 'person'; readonly person: User }
  | { readonly kind: 'recent'; readonly person: User }
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'page'; readonly name: string; readonly icon: Place['icon'] }
  | { readonly kind: 'tenant'; readonly name: string; readonly icon: Place['icon'] }
  | { readonly kind: 'all'; readonly text: string };

const PEOPLE = 6;
const DOCUMENTS = 5;
const TENANTS = 5;

/** People, acts on them, documents, commands, tenants and pages that the user may open, in this order. */
export function useFinds(q: string) {
  const { say } = useTexts();
  const findsPeople = may('people.read');
  const asked = { enabled: q !== '', placeholderData: keepPreviousData, staleTime: 30_000 } as const;
  const people = useQuery({
    ...asked,
    queryKey: ['search', 'people', q],
    queryFn: ({ signal }) => service.call('GET /api/admin/users', { q, limit: PEOPLE }, signal),
    enabled: q !== '' && findsPeople,
  });
  const documents = useQuery({
    ...asked,
    queryKey: ['search', 'documents', q],
    queryFn: ({ signal }) => service.either.call('GET /api/documents', { q, limit: DOCUMENTS }, signal),
  });
  const acts = useActsAsked(q, say);
  const tenants = useTenantsNamed(q);
  const ofOpen = useActsOfOpen(say);
  const tenantId = useChosenTenant();
  const places = [...tenants, ...pagesNamed(q, say, tenantId)];
  if (q === '') {
    const recent = findsPeople ? recentPeople().map((person) => personFind('recent', person)) : [];
    // Enter on an empty field must not reach anybody, so that no act is first.
    const finds: Find[] = [...recent, ...ofOpen, ...switchesNamed(q, say), ...places];
    return { finds, isWaiting: false, error: null };
  }
  const found = people.data?.items ?? [];
  // Whoever types a name and Enter opens a person; an act is first only where nobody is called that.
  const nobody = people.data?.items.length === 0 && !people.isPlaceholderData;
  const mayBeMeant = [...acts, ...ofOpen.filter(({ name }) => beginsWords(name, q))];
  const finds: Find[] = [
    ...(nobody ? mayBeMeant : []),
    ...found.map((person) => personFind('person', person)),
    ...((people.data?.total ?? 0) > found.length
      ? [{ kind: 'all', key: 'all', text: q, link: { to: PAGE_PATHS.users, search: { q } } } as const]
      : []),
    ...(nobody ? [] : mayBeMeant),
    ...(documents.data?.items ?? []).map(
      (document) =>
        ({
          kind: 'document',
          key: `document-${document.id}`,
          document,
          link: { to: PAGE_PATHS.documents, search: { document: String(document.id) } },
        }) as const,
    ),
    ...switchesNamed(q, say),
    ...commandsNamed(q, say),
    ...places,
  ];
  return {
    finds: withoutRepeats(finds),
    isWaiting: people.isFetching || documents.isFetching,
    error: people.error ?? documents.error,
  };
}

const withoutRepeats = (finds: readonly Find[]): Find[] => [...new Map(finds.map((find) => [find.key, find])).values()];

const personFind = (kind: 'person' | 'recent', person: User): Find => ({
  kind,
  key: `person-${person.id}`,
  person,
  link: { to: PAGE_PATHS.users, search: { open: String(person.id) } },
});

const actFind = (command: PersonCommand): ActFind => ({ ...command, kind: 'act' });

/** Of the person that the page shows: what its drawer offers. */
function useActsOfOpen(say: Say): readonly ActFind[] {
  const [{ open, person }] = useAddressState();
  const { data } = useQuery({ ...personQuery(Number(open ?? person ?? 0)), enabled: false });
  return data && may('people.manage') ? commandsFor(data, say).map(actFind) : [];
}

/** The people that an act was typed for. */
const ACTED = 3;

function useActsAsked(q: string, say: Say): readonly ActFind[] {
  const asked = may('people.manage') ? askedOf(q, say) : undefined;
  const whom = asked?.whom ?? '';
  const { data } = useQuery({
    queryKey: ['search', 'people', whom],
    queryFn: ({ signal }) => service.call('GET /api/admin/users', { q: whom, limit: PEOPLE }, signal),
    enabled: whom !== '',
    staleTime: 30_000,
  });
  return asked && data ? commandsAsked(asked, data.items.slice(0, ACTED), say).map(actFind) : [];
}

/** By the beginnings of words: `odjava svih`, `novi klub`. */
function commandsNamed(q: string, say: Say): Find[] {
  return commandsNow()
    .map(({ text, words, icon, act }) => ({ key: text, kind: 'command', name: say(text), icon, act, words }) as const)
    .filter(({ name, words }) => beginsWords(`${name} ${say(words)}`, q))
    .map(({ words: _, ...find }) => find);
}

/** Where else the sign-in may act: for who has several memberships, before anything is typed too. */
function switchesNamed(q: string, say: Say): Find[] {
  return switchableOf(viewer())
    .map((membership) => {
      const name = say('command.switch', { tenant: membership.tenant_name, role: say(`role.${membership.role}`) });
      const act = () => switchTo(membership);
      return { key: `switch-${membership.id}`, kind: 'command', name, icon: 'tenants', act } as const;
    })
    .filter(({ name }) => beginsWords(`${name} ${say('command.switch.words')}`, q));
}

/** For who reaches every tenant: the people of one, as by the choice at the top. */
function useTenantsNamed(q: string): readonly Find[] {
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: q !== '' && may('tenants.all') });
  if (q === '') return [];
  const tenantFind = ({ id, name }: TenantInTree): Find => ({
    kind: 'tenant',
    key: `tenant-${id}`,
    name,
    icon: 'tenants',
    link: { to: PAGE_PATHS.users, search: { tenant_id: String(id) } },
  });
  return tenants
    .filter(({ name }) => beginsWords(name, q))
    .slice(0, TENANTS)
    .map(tenantFind);
}

function pagesNamed(q: string, say: Say, tenantId: string | undefined): Find[] {
  return [...placesFor(viewer() ?? { pages: [] }).filter(({ viewOf }) => viewOf === undefined), OWN_PLACE]
    .map(({ path, text, icon }) => {
      const link = placeOf(path, tenantId);
      return { kind: 'page', key: path, link, name: say(text), icon } as const;
    })
    .filter(({ name }) => beginsWords(name, q));
}
