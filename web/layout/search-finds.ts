import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Document, User } from '../../client/wire-types.ts';
import { beginsWords } from '../../src/platform/words/begun-words.ts';
import { may, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS, type PageLink } from '../routing/pages.ts';
import { type Command, commandsNow } from './commands.ts';
import { OWN_PLACE, type Place, placesFor } from './navigation.ts';
import { placeOf } from './place-link.tsx';
import { switchableOf, switchTo } from './switch-to.ts';
import { useChosenTenant } from './use-chosen-tenant.ts';

/** A result, and the link that opens it or what it does. */
export type Find = ({ readonly key: string; readonly link: PageLink } & Opened) | CommandFind;

type CommandFind = { readonly key: string; readonly kind: 'command'; readonly name: string } & Pick<
  Command,
  'icon' | 'act'
>;

type Opened =
  | { readonly kind: 'person'; readonly person: User }
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'page'; readonly name: string; readonly icon: Place['icon'] }
  | { readonly kind: 'all'; readonly text: string };

const PEOPLE = 6;
const DOCUMENTS = 5;

/** People, documents, commands and pages that the user may open, in this order. */
export function useFinds(q: string) {
  const { say } = useTexts();
  const asked = { enabled: q !== '', placeholderData: keepPreviousData, staleTime: 30_000 } as const;
  const people = useQuery({
    ...asked,
    queryKey: ['search', 'people', q],
    queryFn: ({ signal }) => service.users.list({ q, limit: PEOPLE }, signal),
    enabled: q !== '' && may('people.read'),
  });
  const documents = useQuery({
    ...asked,
    queryKey: ['search', 'documents', q],
    queryFn: ({ signal }) => service.documents.list({ q, limit: DOCUMENTS }, signal),
  });
  const tenantId = useChosenTenant();
  const pages = [...switchesNamed(q, say), ...(q === '' ? [] : commandsNamed(q, say)), ...pagesNamed(q, say, tenantId)];
  if (q === '') return { finds: pages, isWaiting: false, error: null };
  const found = people.data?.items ?? [];
  const finds: Find[] = [
    ...found.map(
      (person) => ({ kind: 'person', key: `person-${person.id}`, person, link: openingOf(person) }) as const,
    ),
    ...((people.data?.total ?? 0) > found.length
      ? [{ kind: 'all', key: 'all', text: q, link: { to: PAGE_PATHS.users, search: { q } } } as const]
      : []),
    ...(documents.data?.items ?? []).map(
      (document) =>
        ({
          kind: 'document',
          key: `document-${document.id}`,
          document,
          link: { to: PAGE_PATHS.documents, search: { document: String(document.id) } },
        }) as const,
    ),
    ...pages,
  ];
  return {
    finds,
    isWaiting: people.isFetching || documents.isFetching,
    error: people.error ?? documents.error,
  };
}

const openingOf = ({ id }: User): PageLink => ({ to: PAGE_PATHS.users, search: { open: String(id) } });

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

function pagesNamed(q: string, say: Say, tenantId: string | undefined): Find[] {
  return [...placesFor(viewer() ?? { pages: [] }).filter(({ viewOf }) => viewOf === undefined), OWN_PLACE]
    .map(({ path, text, icon }) => {
      const link = placeOf(path, tenantId);
      return { kind: 'page', key: path, link, name: say(text), icon } as const;
    })
    .filter(({ name }) => beginsWords(name, q));
}
