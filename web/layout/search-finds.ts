import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Document, User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import type { PageLink } from '../routing/page-search.ts';
import { OWN_PLACE, type Place, placesFor } from './navigation.ts';

/** A result and the link that opens it. */
export type Find = { readonly key: string; readonly link: PageLink } & (
  | { readonly kind: 'person'; readonly person: User }
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'page'; readonly name: string; readonly icon: Place['icon'] }
  | { readonly kind: 'all'; readonly text: string }
);

const PEOPLE = 6;
const DOCUMENTS = 5;

/** People, documents and pages that the user may open, in this order. */
export function useFinds(q: string, tier: number) {
  const { say } = useTexts();
  const asked = { enabled: q !== '', placeholderData: keepPreviousData, staleTime: 30_000 } as const;
  const people = useQuery({
    ...asked,
    queryKey: ['search', 'people', q],
    queryFn: ({ signal }) => service.users.list({ q, limit: PEOPLE }, signal),
    enabled: q !== '' && tier <= 2,
  });
  const documents = useQuery({
    ...asked,
    queryKey: ['search', 'documents', q],
    queryFn: ({ signal }) => service.documents.list({ q, limit: DOCUMENTS }, signal),
  });
  const pages = pagesNamed(q, tier, say);
  if (q === '') return { finds: pages, isWaiting: false, error: null };
  const found = people.data?.items ?? [];
  const finds: Find[] = [
    ...found.map(
      (person) => ({ kind: 'person', key: `person-${person.id}`, person, link: openingOf(person, tier) }) as const,
    ),
    ...((people.data?.total ?? 0) > found.length
      ? [{ kind: 'all', key: 'all', text: q, link: { to: PAGE_PATHS.directory, search: { q } } } as const]
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

/** Administrators go to the account, others to the contact details. */
const openingOf = ({ id }: User, tier: number): PageLink =>
  tier <= 1
    ? { to: PAGE_PATHS.users, search: { open: String(id) } }
    : { to: PAGE_PATHS.directory, search: { person: String(id) } };

const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/giu, 'd').toLocaleLowerCase('hr');

function pagesNamed(q: string, tier: number, say: Say): Find[] {
  const begun = folded(q.trim());
  return [...placesFor(tier), OWN_PLACE]
    .map(({ path, text, icon }) => ({ kind: 'page', key: path, link: { to: path }, name: say(text), icon }) as const)
    .filter(
      ({ name }) =>
        folded(name)
          .split(/\s+/)
          .some((word) => word.startsWith(begun)) || folded(name).startsWith(begun),
    );
}
